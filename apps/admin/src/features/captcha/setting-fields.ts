import type { SettingFields } from '../../app/feature';
import './messages';

/** Behind the provider: without one, the others aren't there. */
export const settingFields: SettingFields = {
  page: 'captcha',
  fields: [
    { id: 'CAPTCHA.requireCaptcha', label: 'captcha.require', help: 'captcha.requireHelp' },
    { id: 'CAPTCHA.siteKey', label: 'words.siteKey', help: 'captcha.siteKeyHelp' },
    { id: 'CAPTCHA.secretKey', label: 'words.secretKey', help: 'captcha.secretKeyHelp' },
    { id: 'CAPTCHA.scoreThreshold', label: 'captcha.score', help: 'captcha.scoreHelp' },
    { id: 'CAPTCHA.scriptUrl', label: 'words.scriptUrl', help: 'captcha.addressesText' },
    { id: 'CAPTCHA.verifyUrl', label: 'captcha.verifyUrl', help: 'captcha.addressesText' },
  ].map((field) => ({ ...field, behind: 'CAPTCHA.Config' })),
};
