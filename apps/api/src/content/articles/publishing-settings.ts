import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';

export const PUBLISHING_GROUP = 'Publishing';

/** Group `Publishing`: what it takes to publish, beside the permission. */
export interface PublishingSettings {
  /** Only what a reviewer has approved, as they have. */
  readonly requireApproval: boolean;
  /** Nobody publishes what they have changed themselves. */
  readonly fourEyes: boolean;
}

export const PUBLISHING_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    PUBLISHING_GROUP,
    'RequireApproval',
    {
      kind: 'flag',
      steers: 'approval',
      fallback: 'false',
      label: { en: 'Approval before publishing', de: 'Freigabe vor dem Veröffentlichen' },
    },
    'true: only what a reviewer has approved can be published; defaults to false',
  ),
  defineSetting(
    PUBLISHING_GROUP,
    'FourEyes',
    {
      kind: 'flag',
      steers: 'approval',
      fallback: 'false',
      label: { en: 'Second person for publishing', de: 'Zweite Person beim Veröffentlichen' },
    },
    'true: nobody publishes an article that they have changed since it was last published; defaults to false',
  ),
];

/** @throws SettingInvalidError */
export const readPublishingSettings = (values: SettingValues): PublishingSettings => ({
  requireApproval: values.flag(PUBLISHING_GROUP, 'RequireApproval', false),
  fourEyes: values.flag(PUBLISHING_GROUP, 'FourEyes', false),
});
