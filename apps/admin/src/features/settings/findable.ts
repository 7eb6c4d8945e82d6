import type { SettingsOverview } from '@sitedesk/contract/settings';
import type { SettingFields } from '../../app/feature';
import { settingPages } from '../../app/features';
import { http } from '../../app/http';
import { i18n } from '../../app/i18n';
import { useSession } from '../../app/session';
import { settingHelp, settingLabel } from '../../composables/setting-words';
import './messages';
import type { Findable } from './search';

const { t, te } = i18n.global;

/** What features have on their pages of settings beside the server's settings. */
const modules = import.meta.glob<{ readonly settingFields: SettingFields }>('../*/setting-fields.ts', {
  eager: true,
});
const HOME = { name: 'settings', path: '/settings', title: 'nav.settings', permission: undefined };

/** Every setting with where its values come from; the key is that of all who read it. */
export const SETTINGS_OVERVIEW = {
  queryKey: ['settings-all'],
  queryFn: ({ signal }: { readonly signal?: AbortSignal }) =>
    http.get<SettingsOverview>('/settings', signal ? { signal } : {}),
};

/** The page that a group of the server's stands on; undefined for the settings page. */
export const pageOf = (group: string): (typeof settingPages)[number] | undefined =>
  settingPages.find(({ groups }) => groups.includes(group));

/** The words of a group, or its name where it has none yet. */
export const groupTitle = (group: string): string =>
  te(`setting.groups.${group}`) ? t(`setting.groups.${group}`) : group;

/** Every setting that the person can get to, wherever its field is. */
export function findableSettings({ groups }: SettingsOverview): readonly Findable[] {
  const synonyms = (id: string): string => (te(`setting.words.${id}`) ? t(`setting.words.${id}`) : '');
  const ofServer = groups
    .flatMap(({ entries }) => entries)
    .filter(({ legacy }) => !legacy)
    .map((entry): Findable => {
      const id = `${entry.group}.${entry.name}`;
      const page = pageOf(entry.group);
      return {
        id,
        label: settingLabel(entry),
        help: settingHelp(entry),
        place: page ? t(page.title) : groupTitle(entry.group),
        synonyms: synonyms(id),
        to: `${page?.path ?? HOME.path}#${id}`,
      };
    });
  const session = useSession();
  const ofPages = Object.values(modules).flatMap(({ settingFields }) => {
    const page = [HOME, ...settingPages].find(({ name }) => name === settingFields.page);
    if (!page || (page.permission && !session.can(page.permission))) return [];
    return settingFields.fields.map(({ id, label, help, behind }): Findable => ({
      id,
      label: t(label),
      help: help ? t(help) : '',
      place: page === HOME ? t('settings.site') : t(page.title),
      synonyms: synonyms(id),
      to: `${page.path}#${[id, ...(behind ? [behind] : [])].join(',')}`,
    }));
  });
  return [...ofServer, ...ofPages];
}
