import { SECRET_MASK } from '@sitedesk/contract/settings';
import { computed, ref, watch } from 'vue';
import { type SmtpForm, smtpAddress } from './smtp-address';
import { useDetection } from './useDetection';
import { namedFields, useSettingGroup } from './useSettingGroup';
import { translated } from '../app/server-texts';

/**
 * How email is sent, as a form: the settings, what was detected in the connection string, what a test is to take.
 * @param done what is said once it is saved
 */
export function useEmailSettings(done?: () => string) {
  const setting = useSettingGroup(
    'EMAIL',
    namedFields(() => true),
    done,
  );
  const { state, errors } = setting.form;
  const connection = computed(() => setting.entry('ConnectionString'));
  /** Empty while the stored one stays. */
  const typedConnection = computed(() => {
    const text = state['ConnectionString'] ?? '';
    return text === SECRET_MASK ? '' : text;
  });
  const { detected, problem } = useDetection(typedConnection);
  /** A mail server, field by field: another way to type the connection string. */
  const smtp = ref<SmtpForm>({ host: '', port: '587', security: 'starttls', user: '', password: '' });
  watch(smtp, (form) => void (state['ConnectionString'] = smtpAddress(form)), { deep: true });
  return {
    setting,
    connection,
    typedConnection,
    connectionError: computed(
      () =>
        errors.value['ConnectionString'] ??
        (problem.value || translated(connection.value?.problemCode, connection.value?.problem ?? null)),
    ),
    detected,
    smtp,
    /** Body of a test of what stands in the form, saved or not. */
    typed: computed(() => ({
      ...(typedConnection.value ? { connectionString: typedConnection.value } : {}),
      ...(state['SenderEmail'] ? { senderEmail: state['SenderEmail'] } : {}),
      ...(state['SenderName'] ? { senderName: state['SenderName'] } : {}),
    })),
  };
}
