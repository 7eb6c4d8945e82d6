import type { PasskeyCreationOptions, RegisteredPasskey } from '@sitedesk/contract/passkeys';
import { useI18n } from 'vue-i18n';
import { http } from '../../app/http';
import { errorText } from '../../app/notify';
import { useSession } from '../../app/session';
import { makePasskey } from '../../composables/usePasskeys';
import { useTask } from '../../composables/useTask';

/** Makes a passkey with the browser, and registers it. */
export function useNewPasskey() {
  const { t } = useI18n();
  const session = useSession();
  const { busy, error, run } = useTask((problem) => {
    if (!(problem instanceof DOMException)) return errorText(problem);
    return problem.name === 'InvalidStateError' ? t('account.passkeyTwice') : t('account.passkeyFailed');
  });

  /** @returns undefined when nothing came of it; `error` says why, unless the person gave up */
  async function add(name: string): Promise<RegisteredPasskey | undefined> {
    let registered: RegisteredPasskey | undefined;
    await run(async () => {
      const response = await makePasskey(
        await http.post<PasskeyCreationOptions>('/account/passkeys/options'),
      );
      registered = await http.post<RegisteredPasskey>('/account/passkeys', { name, response });
      session.renew(registered.session);
    });
    return registered;
  }

  return { busy, error, add };
}
