import type { EmailProviderView } from '@sitedesk/contract/email';
import { SECRET_MASK, type SettingEntry } from '@sitedesk/contract/settings';
import { computed, type ComputedRef, type Ref } from 'vue';
import { useDetection } from './useDetection';
import { namedFields, type SettingGroupForm, useSettingGroup } from './useSettingGroup';
import { translated } from '../app/server-texts';

/** How mail leaves, as a form: the settings, what was detected in the connection string, what a test is to take. */
export interface EmailSettings {
  readonly setting: SettingGroupForm<Record<string, string>>;
  readonly connection: ComputedRef<SettingEntry | undefined>;
  /** Empty while the stored one stays. */
  readonly typedConnection: ComputedRef<string>;
  readonly connectionError: ComputedRef<string>;
  readonly detected: Ref<EmailProviderView | undefined>;
  /** Body of a test of what stands in the form, saved or not. */
  readonly typed: ComputedRef<Readonly<Record<string, string>>>;
}

/** @param done what is said once it is saved */
export function useEmailSettings(done?: () => string): EmailSettings {
  const setting = useSettingGroup(
    'EMAIL',
    namedFields(() => true),
    done,
  );
  const { state, errors } = setting.form;
  const connection = computed(() => setting.entry('ConnectionString'));
  const typedConnection = computed(() => {
    const text = state['ConnectionString'] ?? '';
    return text === SECRET_MASK ? '' : text;
  });
  const { detected, problem } = useDetection(typedConnection);
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
    typed: computed(() => ({
      ...(typedConnection.value ? { connectionString: typedConnection.value } : {}),
      ...(state['SenderEmail'] ? { senderEmail: state['SenderEmail'] } : {}),
      ...(state['SenderName'] ? { senderName: state['SenderName'] } : {}),
    })),
  };
}
