import type { SettingFields } from '../../app/feature';
import './messages';

/** Each provider has its own page, so that the search leads to the list of them. */
export const settingFields: SettingFields = {
  page: 'identity-providers',
  fields: [{ id: 'signInProviders', label: 'nav.signInProviders', help: 'identityProviders.text' }],
};
