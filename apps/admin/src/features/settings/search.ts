import type { SettingEntry } from '@sitedesk/contract/settings';

/** Settings that have a screen of their own, because they are put together of several things. */
export const isComposed = ({ kind }: Pick<SettingEntry, 'kind'>): boolean =>
  kind === 'captcha' || kind === 'connection';

/**
 * Whether a search finds a setting: in the words of the page, and as it is spelt in files and variables.
 * @param words its label, its help and its group's name, as the page shows them
 */
export function isFound(
  { group, name, description }: Pick<SettingEntry, 'group' | 'name' | 'description'>,
  term: string,
  words: readonly string[],
): boolean {
  const wanted = term.trim().toLowerCase();
  const texts = [...words, description, `${group}/${name}`, `${group}__${name}`];
  return wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted));
}
