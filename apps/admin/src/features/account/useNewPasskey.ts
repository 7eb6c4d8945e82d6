import type { PasskeyCreationOptions, RegisteredPasskey } from '@sitedesk/contract/passkeys';
import { ref, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { http } from '../../app/http';
import { errorText } from '../../app/notify';
import { useSession } from '../../app/session';
import { isCancelled, makePasskey } from '../../composables/usePasskeys';

/** Makes a passkey with the browser, and registers it. */
export function useNewPasskey(): {
  readonly busy: Ref<boolean>;
  readonly error: Ref<string>;
  /** @returns undefined when nothing came of it; `error` says why, unless the person gave up */
  add(name: string): Promise<RegisteredPasskey | undefined>;
} {
  const { t } = useI18n();
  const session = useSession();
  const busy = ref(false);
  const error = ref('');

  async function add(name: string): Promise<RegisteredPasskey | undefined> {
    busy.value = true;
    error.value = '';
    try {
      const options = await http.post<PasskeyCreationOptions>('/account/passkeys/options');
      const response = await makePasskey(options);
      const registered = await http.post<RegisteredPasskey>('/account/passkeys', { name, response });
      session.renew(registered.session);
      return registered;
    } catch (problem) {
      if (!isCancelled(problem)) error.value = wordsOf(problem);
      return undefined;
    } finally {
      busy.value = false;
    }
  }

  function wordsOf(problem: unknown): string {
    if (!(problem instanceof DOMException)) return errorText(problem);
    return problem.name === 'InvalidStateError' ? t('account.passkeyTwice') : t('account.passkeyFailed');
  }

  return { busy, error, add };
}
