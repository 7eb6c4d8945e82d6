import type { SettingFields } from '../../app/feature';
import '../../composables/site-messages';

export const settingFields: SettingFields = {
  page: 'settings',
  fields: [
    { id: 'site.name', label: 'site.name', help: 'site.nameHelp' },
    { id: 'site.hostnames', label: 'site.domain', help: 'site.domainHelp' },
  ],
};
