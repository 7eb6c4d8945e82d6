import type { SettingFields } from '../../app/feature';
import './messages';

/** Those of the list are only there once an account is connected. */
export const settingFields: SettingFields = {
  page: 'mailing-list',
  fields: [
    {
      id: 'mailingList.apiKey',
      label: 'mailingList.apiKey',
      help: 'mailingList.apiKeyHelp',
      behind: 'mailingList.connection',
    },
    {
      id: 'mailingList.list',
      label: 'mailingList.list',
      help: 'mailingList.listText',
      behind: 'mailingList.apiKey',
    },
    {
      id: 'mailingList.mapping',
      label: 'mailingList.fields',
      help: 'mailingList.fieldsText',
      behind: 'mailingList.apiKey',
    },
    {
      id: 'mailingList.consent',
      label: 'mailingList.consent',
      help: 'mailingList.consentText',
      behind: 'mailingList.apiKey',
    },
  ],
};
