import { PUBLIC_SITE_TEXTS, SITE_LANGUAGES, type SiteLanguage } from '@sitedesk/contract/public-site';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { LOOPBACK, readIdentitySettings } from '../../people/accounts/identity-settings.js';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';
import { publicPath } from './public-path.js';

export const SITE_GROUP = 'Site';
const MAX_MENU = 12;

/** Group `Site`: what all public pages of a site share. */
export interface SiteSettings {
  /** Origin of the public pages, such as `https://example.com`; undefined when not set. */
  readonly publicUrl: string | undefined;
  readonly language: SiteLanguage;
  /** Paths of pages, in their order. */
  readonly menu: readonly string[];
  /** Where no public page may be shown, because a script there would act for anyone who is signed in; undefined on this machine. */
  readonly editorHost: string | undefined;
}

export const SITE_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    SITE_GROUP,
    'PublicUrl',
    { kind: 'url', steers: 'nothing' },
    'URL of the public site, used for canonical links; never the hostname of the administration',
  ),
  defineSetting(
    SITE_GROUP,
    'Language',
    { kind: 'choice', steers: 'nothing', choices: SITE_LANGUAGES, fallback: SITE_LANGUAGES[0] },
    'en or de: language of the public site; defaults to en',
  ),
  defineSetting(
    SITE_GROUP,
    'Menu',
    { kind: 'text', steers: 'nothing' },
    'Paths of the pages in the menu, such as /about, separated by commas',
  ),
];

/** @throws SettingInvalidError */
export function readSiteSettings(values: SettingValues): SiteSettings {
  const { editorUrl } = readIdentitySettings(values);
  const editor = editorUrl === undefined ? undefined : new URL(editorUrl).hostname;
  const editorHost = editor === undefined || LOOPBACK.test(editor) ? undefined : editor;
  const publicUrl = readPublicUrl(values.text(SITE_GROUP, 'PublicUrl'));
  if (editorHost !== undefined && publicUrl !== undefined && new URL(publicUrl).hostname === editorHost)
    throw new SettingInvalidError(SITE_GROUP, 'PublicUrl', PUBLIC_SITE_TEXTS.editorHost);
  return {
    publicUrl,
    language: readLanguage(values.text(SITE_GROUP, 'Language')),
    menu: readMenu(values.text(SITE_GROUP, 'Menu') ?? ''),
    editorHost,
  };
}

function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new SettingInvalidError(SITE_GROUP, 'PublicUrl', PUBLIC_SITE_TEXTS.publicUrl);
}

function readLanguage(value: string = SITE_LANGUAGES[0]): SiteLanguage {
  const language = SITE_LANGUAGES.find((one) => one === value);
  if (language) return language;
  throw new SettingInvalidError(
    SITE_GROUP,
    'Language',
    SETTING_FAULTS.oneOf({ options: SITE_LANGUAGES.join(', ') }),
  );
}

function readMenu(value: string): readonly string[] {
  const paths = value
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  const isSound = paths.every((path) => {
    const place = publicPath(encodeURI(path));
    return place.kind === 'path' && place.path === path;
  });
  if (isSound && paths.length <= MAX_MENU) return paths;
  throw new SettingInvalidError(SITE_GROUP, 'Menu', PUBLIC_SITE_TEXTS.menu({ max: MAX_MENU }));
}
