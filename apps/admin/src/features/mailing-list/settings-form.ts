import type {
  ConsentRule,
  MailingListConnection,
  MailingListField,
  MailingListSource,
} from '@sitedesk/contract';
import { Problem } from '../../app/problem';

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

/** What the server has, for the form. Until a rule is chosen everybody is asked first. */
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

/** Breaks are for reading; nothing typed is nothing said. */
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

/** The server's words at the fields as the form calls them. */
export function atOurFields(problem: unknown): unknown {
  if (!(problem instanceof Problem) || problem.fields.length === 0) return problem;
  const errors = problem.fields.map(({ field, message }) => ({ field: ourName(field), message }));
  return new Problem(problem.status, { ...problem.members, errors }, problem.requestId);
}

function ourName(field: string): string {
  if (field.startsWith('consent.pages')) return 'pages';
  if (field.startsWith('consent.statement')) return 'statement';
  return field.startsWith('mapping') ? 'mapping' : field;
}
