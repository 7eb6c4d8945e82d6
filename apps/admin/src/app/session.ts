import type { SessionInfo, SignInOutcome } from '@sitedesk/contract/identity';
import type { Permission } from '@sitedesk/contract/permissions';
import { createGlobalState } from '@vueuse/core';
import { computed, reactive, ref, shallowRef } from 'vue';
import { adoptPreferences, preferenceSaves } from './account-preferences';
import { forgetAllOnDevice } from './device-journal';
import { http, QUIET } from './http';
import { localeReady } from './i18n';
import { Problem } from './problem';

/** What stands between a refused request and its second try. */
type Interruption = 'sign-in' | 'confirm';

/** Who is signed in, and what this person may do. The rest of what pages share is the server's (vue-query). */
export const useSession = createGlobalState(() => {
  const info = shallowRef<SessionInfo>();
  /** Of a sign-in that still waits for its second factor. */
  const pendingToken = ref<string>();
  const interruption = ref<Interruption>();
  let waiting: { readonly resolve: () => void; readonly reject: (reason: Error) => void }[] = [];

  const permissions = computed<ReadonlySet<string>>(() => new Set(info.value?.permissions ?? []));
  const csrfToken = computed(() => pendingToken.value ?? info.value?.csrfToken);
  const can = (permission: Permission): boolean => permissions.value.has(permission);

  /** Reads who is signed in. @returns false when nobody is */
  async function load(): Promise<boolean> {
    try {
      const savesBefore = preferenceSaves();
      renew(await http.get<SessionInfo>('/session', QUIET), savesBefore);
      await localeReady();
      return true;
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 401) {
        info.value = undefined;
        return false;
      }
      throw problem;
    }
  }

  /** Takes over what a sign-in, or a step of it, led to. */
  function accept(outcome: SignInOutcome): void {
    if (outcome.status === 'second-factor-required') {
      pendingToken.value = outcome.csrfToken;
      return;
    }
    pendingToken.value = undefined;
    renew(outcome.session);
  }

  function renew(session: SessionInfo, savesBefore?: number): void {
    info.value = session;
    adoptPreferences(session, savesBefore);
  }

  async function signOut(): Promise<void> {
    await http.delete('/session', undefined, QUIET).catch((problem: unknown) => {
      if (!(problem instanceof Problem && problem.status === 401)) throw problem;
    });
    info.value = undefined;
    await forgetAllOnDevice();
  }

  /** Opens the dialog; every request that waits goes on, or fails, together. */
  function interrupt(kind: Interruption): Promise<void> {
    interruption.value = kind;
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  function settle(error?: Error): void {
    interruption.value = undefined;
    const all = waiting;
    waiting = [];
    for (const { resolve, reject } of all) {
      if (error) reject(error);
      else resolve();
    }
  }

  return reactive({
    info,
    pendingToken,
    interruption,
    permissions,
    csrfToken,
    can,
    load,
    accept,
    renew,
    signOut,
    interrupt,
    settle,
  });
});
