import type { SignInOptions } from '@sitedesk/contract/external-sign-in';
import type { SignInOutcome } from '@sitedesk/contract/identity';
import { onBeforeUnmount, onMounted, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRoute, useRouter } from 'vue-router';
import { http, QUIET } from '../../app/http';
import { errorText } from '../../app/notify';
import { Problem } from '../../app/problem';
import { useSession } from '../../app/session';
import { needsHttps } from '../../composables/needs-https';
import { hasAutofill, isCancelled, provePasskey } from '../../composables/usePasskeys';

/** Milliseconds until an unreachable server is asked again. */
const RETRY_MS = 3_000;

type SecondFactor = Extract<SignInOutcome, { status: 'second-factor-required' }>;

/** What the sign-in page does: every way in, and what may stand in it. */
export function useSignIn() {
  const { t, te } = useI18n();
  const route = useRoute();
  const router = useRouter();
  const session = useSession();
  const busy = ref(false);
  const error = ref('');
  /** Whether the server has refused someone; it never says why. */
  const refused = ref(false);
  const serverDown = ref(false);
  const options = ref<SignInOptions>({ providers: [], registration: false, httpsOnly: false });
  const secondFactor = ref<SecondFactor>();
  let autofill: AbortController | undefined;
  let timer = 0;

  onMounted(() => void begin());
  onBeforeUnmount(() => {
    autofill?.abort();
    clearTimeout(timer);
  });

  async function begin(): Promise<void> {
    if (!navigator.cookieEnabled) error.value = t('signIn.cookies');
    try {
      if (await cameFromAccount()) return;
      tellProblem();
      if (await isHalfSignedIn()) return;
      const { open } = await http.get<{ readonly open: boolean }>('/setup', QUIET);
      if (open) return void router.replace({ name: 'set-up' });
      options.value = await http.get<SignInOptions>('/sign-in-options', QUIET);
      serverDown.value = false;
      if (needsHttps(options.value)) return void router.replace({ name: 'https' });
      if (await hasAutofill()) void offerPasskeys();
    } catch (cause) {
      serverDown.value = cause instanceof Problem && (cause.isOffline || cause.status >= 500);
      if (serverDown.value) timer = window.setTimeout(() => void begin(), RETRY_MS);
      else error.value = errorText(cause);
    }
  }

  /** Someone who is signed in wanted to connect a provider, and that failed: it is shown where it began. */
  async function cameFromAccount(): Promise<boolean> {
    const { problem } = route.query;
    if (typeof problem !== 'string' || !(await session.load())) return false;
    await router.replace({ name: 'account', query: { part: 'sign-in', problem } });
    return true;
  }

  /** The provider has let this person in, and this site wants a code as well. */
  async function isHalfSignedIn(): Promise<boolean> {
    if (route.query['step'] !== 'second-factor') return false;
    await finish(await http.get<SignInOutcome>('/session/second-factor', QUIET));
    return true;
  }

  /** Why a provider did not let this person in. */
  function tellProblem(): void {
    const key = `externalProblems.${String(route.query['problem'])}`;
    if (te(key)) error.value = t(key);
  }

  /** Passkeys are offered within the address field; nothing happens until one is chosen. */
  async function offerPasskeys(): Promise<void> {
    autofill = new AbortController();
    try {
      const { signal } = autofill;
      await finish(await provePasskey<SignInOutcome>('/session/passkey', { conditional: true, signal }));
    } catch (cause) {
      // That this browser can't offer any concerns nobody who didn't choose one.
      if (cause instanceof Problem && cause.status !== 409) error.value = errorText(cause);
    }
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    autofill?.abort();
    busy.value = true;
    error.value = '';
    try {
      await action();
    } catch (cause) {
      if (isCancelled(cause)) return;
      refused.value = cause instanceof Problem && cause.status === 401;
      error.value = errorText(cause);
    } finally {
      busy.value = false;
    }
  }

  async function finish(outcome: SignInOutcome): Promise<void> {
    session.accept(outcome);
    if (outcome.status === 'second-factor-required') {
      secondFactor.value = outcome;
      return;
    }
    if (!(await session.load())) {
      startAgain(t('signIn.cookies'));
      return;
    }
    await router.replace(nextPage());
  }

  /** Where the person wanted to go: from here, or, over a provider, below the page's own path. */
  function nextPage(): string {
    const { next, returnTo } = route.query;
    const wanted = typeof returnTo === 'string' ? returnTo.replace(/^\/admin(?=\/)/, '') : next;
    return typeof wanted === 'string' && /^\/(?!\/)/.test(wanted) ? wanted : '/';
  }

  /** Back to the first step. */
  function startAgain(why = ''): void {
    secondFactor.value = undefined;
    session.pendingToken = undefined;
    error.value = why;
  }

  return {
    busy,
    error,
    refused,
    serverDown,
    options,
    secondFactor,
    finish,
    startAgain,
    withPassword: (credentials: { readonly email: string; readonly password: string }) =>
      attempt(async () => finish(await http.post<SignInOutcome>('/session', credentials, QUIET))),
    withPasskey: () => attempt(async () => finish(await provePasskey<SignInOutcome>('/session/passkey'))),
  };
}
