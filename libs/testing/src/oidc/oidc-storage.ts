import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Everything the provider keeps, in memory: survives a change of keys and can forget one person. */
export class OidcStorage {
  private readonly entries = new Map<string, AdapterPayload>();

  /** What oidc-provider calls for each of its models. */
  adapterFor(model: string): Adapter {
    const { entries } = this;
    const key = (id: string): string => `${model}:${id}`;
    const first = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
      this.of(model).find(([, payload]) => matches(payload))?.[1];
    return {
      upsert: async (id, payload) => void entries.set(key(id), payload),
      find: async (id) => entries.get(key(id)),
      findByUid: async (uid) => first((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => first((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = entries.get(key(id));
        if (payload) entries.set(key(id), { ...payload, consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id) => void entries.delete(key(id)),
      revokeByGrantId: async (grantId) => this.forget((payload) => payload.grantId === grantId),
    };
  }

  putClient(metadata: AdapterPayload & { readonly client_id: string }): void {
    this.entries.set(`Client:${metadata.client_id}`, metadata);
  }

  forgetAccount(subject: string): void {
    this.forget((payload) => payload.accountId === subject);
  }

  private of(model: string): readonly (readonly [string, AdapterPayload])[] {
    return [...this.entries].filter(([key]) => key.startsWith(`${model}:`));
  }

  private forget(matches: (payload: AdapterPayload) => boolean): void {
    for (const [key, payload] of this.entries) if (matches(payload)) this.entries.delete(key);
  }
}
