import type { AcceptedWithPasskey, PasskeyCreationOptions } from '@sitedesk/contract/passkeys';
import { ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { http, QUIET } from '../../app/http';
import { errorText } from '../../app/notify';
import { useSession } from '../../app/session';
import { deviceOf } from '../../composables/device';
import { makePasskey } from '../../composables/usePasskeys';
import { useTask } from '../../composables/useTask';

/** Accepts an invitation with a passkey of this device instead of a password. */
export function usePasskeyInvitation(token: string) {
  const { t } = useI18n();
  const session = useSession();
  const { busy, error, run } = useTask((problem) =>
    problem instanceof DOMException ? t('signIn.passkeyFailed') : errorText(problem),
  );
  /** Once the person is in: shown this once. */
  const codes = ref<readonly string[]>();

  const accept = (displayName: string): Promise<boolean> =>
    run(async () => {
      const path = '/invitation/accept/passkey';
      const response = await makePasskey(
        await http.post<PasskeyCreationOptions>(`${path}/options`, { token }, QUIET),
      );
      const passkeyName = deviceOf(navigator.userAgent).name || t('signIn.passkeyName');
      const acceptance = { token, displayName, passkeyName, response };
      const accepted = await http.post<AcceptedWithPasskey>(path, acceptance, QUIET);
      session.accept(accepted.outcome);
      codes.value = accepted.recoveryCodes;
    });

  return { busy, error, codes, accept };
}
