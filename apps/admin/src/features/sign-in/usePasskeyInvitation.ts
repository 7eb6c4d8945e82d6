import type { AcceptedWithPasskey, PasskeyCreationOptions } from '@sitedesk/contract/passkeys';
import { ref, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { http } from '../../app/http';
import { errorText } from '../../app/notify';
import { useSession } from '../../app/session';
import { deviceOf } from '../../composables/device';
import { isCancelled, makePasskey } from '../../composables/usePasskeys';

const QUIET = { interactive: false } as const;

/** Accepts an invitation with a passkey of this device instead of a password. */
export function usePasskeyInvitation(token: string): {
  readonly busy: Ref<boolean>;
  readonly error: Ref<string>;
  /** Once the person is in: shown this once. */
  readonly codes: Ref<readonly string[] | undefined>;
  accept(displayName: string): Promise<void>;
} {
  const { t } = useI18n();
  const session = useSession();
  const busy = ref(false);
  const error = ref('');
  const codes = ref<readonly string[]>();

  async function accept(displayName: string): Promise<void> {
    busy.value = true;
    error.value = '';
    try {
      const options = await http.post<PasskeyCreationOptions>(
        '/invitation/accept/passkey/options',
        { token },
        QUIET,
      );
      const response = await makePasskey(options);
      const passkeyName = deviceOf(navigator.userAgent).name || t('signIn.passkeyName');
      const acceptance = { token, displayName, passkeyName, response };
      const accepted = await http.post<AcceptedWithPasskey>('/invitation/accept/passkey', acceptance, QUIET);
      session.accept(accepted.outcome);
      codes.value = accepted.recoveryCodes;
    } catch (problem) {
      if (!isCancelled(problem))
        error.value = problem instanceof DOMException ? t('signIn.passkeyFailed') : errorText(problem);
    } finally {
      busy.value = false;
    }
  }

  return { busy, error, codes, accept };
}
