import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';

const GROUP = 'Identity';
/** Hosts of this machine, as URLs have them. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Group `Identity`: how people come to a site's editor. */
interface IdentitySettings {
  /** Origin of the editor, such as `https://editor.example.com`; undefined when not set. */
  readonly editorUrl: string | undefined;
  /** Whether strangers may make themselves an account. */
  readonly allowRegistration: boolean;
}

/** @throws SettingInvalidError */
export function readIdentitySettings(values: SettingValues): IdentitySettings {
  return {
    editorUrl: readEditorUrl(values.text(GROUP, 'EditorUrl')),
    allowRegistration: values.flag(GROUP, 'AllowRegistration', false),
  };
}

/** Links with secrets point there, so nothing but https will do; on this machine, http. */
function readEditorUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (url && safe && url.href === `${url.origin}/`) return url.origin;
  throw new SettingInvalidError(GROUP, 'EditorUrl', SETTING_FAULTS.adminUrl);
}
