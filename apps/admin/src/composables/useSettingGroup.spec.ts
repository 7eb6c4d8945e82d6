import { SECRET_MASK, type SettingEntry, type SettingGroupView } from '@sitedesk/contract/settings';
import { VueQueryPlugin } from '@tanstack/vue-query';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { namedFields, useSettingGroup } from './useSettingGroup';

const entry = (name: string, value: string | null, secret = false): SettingEntry => ({
  group: 'EMAIL',
  name,
  id: null,
  labelKey: '',
  description: '',
  kind: secret ? 'secret' : 'text',
  choices: null,
  range: null,
  legacy: false,
  defaultValue: null,
  value: secret ? null : value,
  parts: null,
  source: 'database',
  secret: secret ? { isSet: value !== null, updatedAt: null } : null,
  variable: null,
  locked: null,
  lockedCode: null,
  shadowed: false,
  problem: null,
  problemCode: null,
  updatedAt: null,
});
const view = (version: number, sender: string | null): SettingGroupView => ({
  group: 'EMAIL',
  version,
  entries: [entry('SenderEmail', sender), entry('Key', 'stored', true)],
});

const WITHOUT_RETRY = { defaultOptions: { queries: { retry: false } } };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly ifMatch: string | null;
  readonly body: unknown;
}

type SettingGroupForm = ReturnType<typeof useSettingGroup<Record<string, string>>>;

describe('a group of settings as a form', () => {
  /** What the server has; a change that it takes becomes that. */
  let stored: SettingGroupView;
  let answers: { status: number; body: object }[];
  let sent: Sent[];
  let isAway: boolean;
  let failedReads: number;
  beforeEach(() => {
    isAway = false;
    failedReads = 0;
    stored = view(1, 'a@site.test');
    answers = [];
    sent = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      const method = init.method ?? 'GET';
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      if (method !== 'GET') sent.push({ method, url, ifMatch: headers.get('If-Match'), body });
      if (method === 'GET' && isAway) {
        failedReads += 1;
        return Promise.resolve(new Response('{}', { status: 500 }));
      }
      const answer =
        method === 'GET' ? { status: 200, body: stored } : (answers.shift() ?? { status: 500, body: {} });
      if (answer.status === 200) stored = answer.body as SettingGroupView;
      return Promise.resolve(
        new Response(JSON.stringify(answer.body), {
          status: answer.status,
          headers: { 'Content-Type': 'application/json', ETag: `"v${stored.version}"` },
        }),
      );
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  async function made(): Promise<SettingGroupForm> {
    let group: SettingGroupForm | undefined;
    mount(
      defineComponent(() => {
        group = useSettingGroup(
          'EMAIL',
          namedFields(() => true),
        );
        return () => h('p');
      }),
      { global: { plugins: [[VueQueryPlugin, { queryClientConfig: WITHOUT_RETRY }]] } },
    );
    await flushPromises();
    if (!group) throw new Error('not set up');
    return group;
  }

  it('holds a mask for a secret, and sends only what changed, with the version it has seen (S-01)', async () => {
    const group = await made();
    expect(group.form.state).toEqual({ SenderEmail: 'a@site.test', Key: SECRET_MASK });
    group.form.state['SenderEmail'] = '';
    answers.push({ status: 200, body: view(2, null) });
    expect(await group.form.submit()).toBe(true);
    expect(sent.at(-1)).toMatchObject({
      method: 'PUT',
      ifMatch: '"v1"',
      body: { values: { SenderEmail: null } },
    });
    expect(group.form.isDirty.value).toBe(false);
  });

  it('shows the mask again once a new secret is saved', async () => {
    const group = await made();
    group.form.state['Key'] = 'a new secret';
    answers.push({ status: 200, body: view(2, 'a@site.test') });
    await group.form.submit();
    expect(group.form.state['Key']).toBe(SECRET_MASK);
    expect(group.form.isDirty.value).toBe(false);
  });

  it('keeps the form when the settings can’t be read again', async () => {
    const group = await made();
    group.form.state['SenderEmail'] = 'typed@site.test';
    isAway = true;
    group.retry();
    await flushPromises();
    expect(failedReads).toBe(1);
    expect(group.loadError.value).toBeNull();
    expect(group.form.state['SenderEmail']).toBe('typed@site.test');
  });

  it('says why there is no form when the settings can’t be read at first', async () => {
    isAway = true;
    expect((await made()).loadError.value).not.toBeNull();
  });

  it('puts the server’s words at their field', async () => {
    const group = await made();
    group.form.state['SenderEmail'] = 'nobody';
    const errors = [{ field: 'values.SenderEmail', message: 'must be an email address' }];
    answers.push({
      status: 400,
      body: { code: 'validation-failed', detail: 'Some values aren’t valid.', errors },
    });
    expect(await group.form.submit()).toBe(false);
    expect(group.form.errors.value).toEqual({ SenderEmail: 'must be an email address' });
    expect(group.form.error.value).toBe('');
    expect(group.form.state['SenderEmail']).toBe('nobody');
  });

  it('keeps what was typed when someone else saved, and saves it over the newest version when asked to (UX-12)', async () => {
    const group = await made();
    group.form.state['SenderEmail'] = 'mine@site.test';
    answers.push({ status: 412, body: { code: 'changed-meanwhile', detail: 'Changed.' } });
    stored = view(7, 'theirs@site.test');
    expect(await group.form.submit()).toBe(false);
    expect(group.form.conflicts.value).toMatchObject([
      { mine: 'mine@site.test', theirs: 'theirs@site.test' },
    ]);
    answers.push({ status: 200, body: view(8, 'mine@site.test') });
    expect(await group.form.submit()).toBe(true);
    expect(sent.at(-1)).toMatchObject({
      ifMatch: '"v7"',
      body: { values: { SenderEmail: 'mine@site.test' } },
    });
  });
});
