import type {
  ConsentRule,
  MailingListConnection,
  MailingListField,
  MailingListSource,
} from '@sitedesk/contract/mailing-list';

/** The form as it is edited; a field that is filled with nothing is `none`. */
export interface SettingsState {
  listId: string;
  mapping: Record<string, MailingListSource | 'none'>;
  rule: ConsentRule;
  /** One path a line. */
  pages: string;
  statement: string;
}

export const EMPTY: SettingsState = { listId: '', mapping: {}, rule: 'confirmed', pages: '', statement: '' };

/** What the server has, for the form. Until a rule is chosen everyone is asked first. */
export function stateOf({ list, mapping, consent }: MailingListConnection): SettingsState {
  return {
    listId: list?.id ?? '',
    mapping: Object.fromEntries(mapping.map(({ field, source }) => [field, source])),
    rule: consent?.rule ?? 'confirmed',
    pages: consent?.pages.join('\n') ?? '',
    statement: consent?.statement ?? '',
  };
}

/** The form, for the server; what the rule does not need stays behind. */
export function bodyOf({ listId, mapping, rule, pages, statement }: SettingsState): object {
  const consent = {
    rule,
    ...(rule === 'pages'
      ? {
          pages: pages
            .split('\n')
            .map((page) => page.trim())
            .filter((page) => page !== ''),
        }
      : {}),
    ...(rule === 'statement' ? { statement: oneLine(statement) } : {}),
  };
  const filled = Object.entries(mapping).filter(([, source]) => source !== 'none');
  return { listId, mapping: filled.map(([field, source]) => ({ field, source })), consent };
}

/** Line breaks are for readability; an empty field is left out. */
const oneLine = (text: string): string | null => text.replace(/\s+/g, ' ').trim() || null;

/** What a field is likely meant for, by the tags that lists have from the start. */
export function suggested({ tag, required }: MailingListField): MailingListSource | 'none' {
  if (tag === 'FNAME') return 'first-name';
  if (tag === 'LNAME') return 'last-name';
  if (/NAME/.test(tag)) return 'full-name';
  return required ? 'full-name' : 'none';
}

/** What can be written into a field of that type. */
export function sourcesFor(type: string): readonly MailingListSource[] {
  if (type === 'date') return ['received-at'];
  if (type === 'url') return ['page'];
  return ['full-name', 'first-name', 'last-name', 'page', 'site', 'received-at'];
}

/** Where the form shows what the server refuses. */
export function fieldOfForm(field: string): string {
  if (field.startsWith('consent.pages')) return 'pages';
  if (field.startsWith('consent.statement')) return 'statement';
  return field.startsWith('mapping') ? 'mapping' : field;
}
