import type { Message } from '@sitedesk/contract/messages';
import { fieldError } from '@sitedesk/contract/field-rules';
import {
  MAILING_LIST_TEXTS,
  type MailingListConsent,
  type MailingListField,
  type MailingListMapping,
} from '@sitedesk/contract/mailing-list';
import type { MailingListConsentDto } from '@sitedesk/contract/mailing-list.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { type FieldError, ValidationProblem } from '../../platform/http/problem.js';
import { isPagePattern } from './mailing-list-rules.js';

/**
 * What each field of the list is filled with, checked against the fields that the list has now.
 * @throws ValidationProblem
 */
export function checkedMapping(
  mapping: readonly MailingListMapping[],
  fields: readonly MailingListField[],
): readonly MailingListMapping[] {
  const byTag = new Map(fields.map((field) => [field.tag, field]));
  const seen = new Set<string>();
  const errors = mapping.flatMap(({ field: tag, source }, index): readonly FieldError[] => {
    const problem = mappingProblem(byTag.get(tag), source, seen.has(tag));
    seen.add(tag);
    return problem === undefined ? [] : [fieldError(`mapping.${index}.field`, problem)];
  });
  const left = fields.filter(({ tag, required }) => required && !seen.has(tag)).map(({ name }) => name);
  const missing = MAILING_LIST_TEXTS.fieldRequired({ fields: left.join(', ') });
  const all = left.length > 0 ? [...errors, fieldError('mapping', missing)] : errors;
  if (all.length > 0) throw new ValidationProblem(all);
  return mapping.map(({ field, source }) => ({ field, source }));
}

function mappingProblem(
  field: MailingListField | undefined,
  source: MailingListMapping['source'],
  twice: boolean,
): Message | undefined {
  if (!field) return MAILING_LIST_TEXTS.unknownField;
  if (twice) return MAILING_LIST_TEXTS.fieldTwice;
  const fits =
    field.usable &&
    (field.type !== 'date' || source === 'received-at') &&
    (field.type !== 'url' || source === 'page');
  return fits ? undefined : MAILING_LIST_TEXTS.fieldNotText;
}

/** @throws ValidationProblem when the rule lacks what it needs; what it does not need is not kept */
export function checkedConsent({ rule, pages, statement }: MailingListConsentDto): MailingListConsent {
  if (rule === 'confirmed') return { rule, pages: [], statement: null };
  if (rule === 'statement') {
    if (statement) return { rule, pages: [], statement: String(normaliseLine(statement)) };
    throw ValidationProblem.at('consent.statement', MAILING_LIST_TEXTS.statementMissing);
  }
  const paths = (pages ?? []).map((page) => String(normaliseLine(page)));
  if (paths.length === 0) throw ValidationProblem.at('consent.pages', MAILING_LIST_TEXTS.pagesMissing);
  const wrong = paths.findIndex((path) => !isPagePattern(path));
  if (wrong >= 0) throw ValidationProblem.at(`consent.pages.${wrong}`, MAILING_LIST_TEXTS.pageForm);
  return { rule, pages: [...new Set(paths)], statement: null };
}
