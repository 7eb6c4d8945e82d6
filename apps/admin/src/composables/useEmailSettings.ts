import { SECRET_MASK, type EmailProviderView, type SettingEntry } from '@sitedesk/contract';
import { computed, type ComputedRef, type Ref } from 'vue';
import { useDetection } from './useDetection';
import { namedFields, type SettingGroupForm, useSettingGroup } from './useSettingGroup';

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

export function useEmailSettings(): EmailSettings {
  const setting = useSettingGroup(
    'EMAIL',
    namedFields(() => true),
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
      () => errors.value['ConnectionString'] ?? (problem.value || (connection.value?.problem ?? '')),
    ),
    detected,
    typed: computed(() => ({
      ...(typedConnection.value ? { connectionString: typedConnection.value } : {}),
      ...(state['SenderEmail'] ? { senderEmail: state['SenderEmail'] } : {}),
      ...(state['SenderName'] ? { senderName: state['SenderName'] } : {}),
    })),
  };
}
