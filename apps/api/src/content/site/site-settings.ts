import {
  FEED_CONTENTS,
  type FeedContent,
  PUBLIC_SITE_TEXTS,
  SITE_LANGUAGES,
  type SiteLanguage,
} from '@sitedesk/contract/public-site';
import { MEDIA_PATH } from '@sitedesk/contract/files';
import { isId } from '@sitedesk/contract/rules';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { LOOPBACK, readIdentitySettings } from '../../people/accounts/identity-settings.js';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';
import { isImage } from './theme/theme-html.js';

export const SITE_GROUP = 'Site';

/** Group `Site`: what all public pages of a site share. */
export interface SiteSettings {
  /** Origin of the public pages, such as `https://example.com`; undefined when not set. */
  readonly publicUrl: string | undefined;
  readonly language: SiteLanguage;
  /** Where no public page may be shown, because a script there would act for anyone who is signed in; undefined on this machine. */
  readonly editorHost: string | undefined;
  readonly feedContent: FeedContent;
  readonly icon: SitePicture | undefined;
  readonly socialImage: SitePicture | undefined;
  /** What `/robots.txt` says, without the line that names the sitemap; undefined for the default. */
  readonly robotsTxt: string | undefined;
  /** Whether visitors can search the site. */
  readonly search: boolean;
}

/** A file of the library, or a URL. */
export type SitePicture =
  | { readonly file: string; readonly url?: undefined }
  | { readonly file?: undefined; readonly url: string };

export const SITE_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    SITE_GROUP,
    'PublicUrl',
    {
      kind: 'url',
      steers: 'site-links',
      label: { en: 'Public URL', de: 'Öffentliche URL' },
      demonstration: ({ sitePort }) => (sitePort === 0 ? undefined : `http://localhost:${sitePort}`),
    },
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
    'FeedContent',
    { kind: 'choice', steers: 'nothing', choices: FEED_CONTENTS, fallback: FEED_CONTENTS[0] },
    'full or introduction: what feeds have of each post; defaults to full',
  ),
  defineSetting(
    SITE_GROUP,
    'Icon',
    { kind: 'text', steers: 'nothing' },
    'Icon of the site: an https URL, or the path of a file of the site (/media/...)',
  ),
  defineSetting(
    SITE_GROUP,
    'SocialImage',
    { kind: 'text', steers: 'nothing' },
    'Picture of shared pages that have no banner: an https URL, or the path of a file of the site (/media/...)',
  ),
  defineSetting(
    SITE_GROUP,
    'RobotsTxt',
    { kind: 'lines', steers: 'nothing' },
    'robots.txt of the public site; the line with the sitemap is added',
  ),
  defineSetting(
    SITE_GROUP,
    'Search',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'Whether visitors can search the public site at /search; defaults to false',
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
    language: readChoice(values, 'Language', SITE_LANGUAGES),
    feedContent: readChoice(values, 'FeedContent', FEED_CONTENTS),
    icon: readPicture(values, 'Icon'),
    socialImage: readPicture(values, 'SocialImage'),
    robotsTxt: readRobots(values),
    search: values.flag(SITE_GROUP, 'Search', false),
    editorHost,
  };
}

/** Origin of the public pages of a site, which may be known by its hostnames; null where it isn't. */
export function originOf(
  { publicUrl, editorHost }: Pick<SiteSettings, 'publicUrl' | 'editorHost'>,
  hostnames: readonly string[],
): string | null {
  const hostname = hostnames.find((each) => each !== editorHost);
  return publicUrl ?? (hostname === undefined ? null : `https://${hostname}`);
}

function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new SettingInvalidError(SITE_GROUP, 'PublicUrl', PUBLIC_SITE_TEXTS.publicUrl);
}

const FILE = new RegExp(String.raw`^${MEDIA_PATH}/(?<file>[^/]+)/`);

function readPicture(values: SettingValues, name: string): SitePicture | undefined {
  const value = values.text(SITE_GROUP, name)?.trim() ?? '';
  if (value === '') return undefined;
  const { file } = FILE.exec(value)?.groups ?? {};
  if (file !== undefined && isId(file)) return { file };
  if (value.startsWith('https://') && isImage(value) && URL.canParse(value))
    return { url: new URL(value).href };
  throw new SettingInvalidError(SITE_GROUP, name, PUBLIC_SITE_TEXTS.picture);
}

const NO_LINES = /[^\P{Cc}\t\r\n]/u;

function readRobots(values: SettingValues): string | undefined {
  const value = values.text(SITE_GROUP, 'RobotsTxt');
  if (value === undefined || !NO_LINES.test(value)) return value;
  throw new SettingInvalidError(SITE_GROUP, 'RobotsTxt', PUBLIC_SITE_TEXTS.robotsTxt);
}

/** The first one where nothing is set. */
function readChoice<Choice extends string>(
  values: SettingValues,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = values.text(SITE_GROUP, name) ?? choices[0];
  const choice = choices.find((one) => one === value);
  if (choice) return choice;
  throw new SettingInvalidError(SITE_GROUP, name, SETTING_FAULTS.oneOf({ options: choices.join(', ') }));
}
