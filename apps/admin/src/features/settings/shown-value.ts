import type { SettingPart, SettingShown } from '@sitedesk/contract/settings';

/** The parts of a composed value in one line; a secret part is the given word, and what is empty is left out. */
export function partWords(parts: Readonly<Record<string, SettingPart>> | null, secretIsSet: string): string {
  if (parts === null) return '';
  return Object.entries(parts)
    .flatMap(([name, part]) => {
      if (part === null || part === '') return [];
      if (typeof part !== 'object') return [`${name}: ${String(part)}`];
      return part.isSet ? [`${name}: ${secretIsSet}`] : [];
    })
    .join(' · ');
}

/** Words for what a setting was or became; a secret is never more than "set". */
export function shownWords(
  shown: SettingShown,
  { unset, secretIsSet }: { readonly unset: string; readonly secretIsSet: string },
): string {
  if (!shown.isSet) return unset;
  return shown.value ?? (partWords(shown.parts, secretIsSet) || secretIsSet);
}
