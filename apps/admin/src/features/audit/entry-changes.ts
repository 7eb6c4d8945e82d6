import type { AuditRecord } from '@sitedesk/contract/audit';
import { settingChanges } from '../../composables/audit-sentence';
import { i18n } from '../../app/i18n';
import { type Change, changesOf } from './changes';

/** What an entry says of before and after; of settings by their names on the settings page, secrets as "changed". */
export function entryChanges(entry: AuditRecord): readonly Change[] {
  const settings = settingChanges(entry);
  if (settings.length === 0) return changesOf(entry.before, entry.after);
  return settings.map(({ name, secret, before, after }) => ({
    name,
    before: before ?? '',
    after: secret && after !== null ? i18n.global.t('audit.secretChanged') : (after ?? ''),
  }));
}
