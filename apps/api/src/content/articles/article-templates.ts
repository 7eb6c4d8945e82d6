import type { ArticleFields } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import {
  type ArticleTemplate,
  outlineOf,
  TEMPLATE_MESSAGES,
  templateProblem,
  type TemplateRef,
} from '@sitedesk/contract/page-templates';
import type { EntityManager } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';
import { documentRefused } from '../documents/checked-document.js';
import { findTemplate, type StoredTemplate } from '../templates/template-rows.js';

/**
 * The newest version of a template that a new article of this type begins with.
 * @throws ValidationProblem
 */
export async function templateFor(
  manager: EntityManager,
  tenantId: string,
  type: number,
  id: string,
): Promise<StoredTemplate> {
  const template = await findTemplate(manager, tenantId, { id });
  if (!template) throw ValidationProblem.at('template', TEMPLATE_MESSAGES.unknown);
  if (template.type !== type)
    throw ValidationProblem.at('template', TEMPLATE_MESSAGES.otherType({ name: template.name }));
  return template;
}

/**
 * What stays as it is whenever a text is saved: its template, and the blocks that it locks.
 * @param given what the request says the template is, if anything
 * @throws ValidationProblem, ProblemException 400 naming the block
 */
export async function requireTemplate(
  manager: EntityManager,
  tenantId: string,
  template: TemplateRef | null,
  { given, document }: { readonly given?: TemplateRef | undefined; readonly document: ArticleDocument },
): Promise<void> {
  if (given && !isSameTemplate(given, template ?? undefined))
    throw ValidationProblem.at('fields.template', TEMPLATE_MESSAGES.fixed);
  const stored = template && (await findTemplate(manager, tenantId, template));
  const problem = stored && templateProblem(stored, document);
  if (problem) throw documentRefused(problem);
}

export const isSameTemplate = (one: TemplateRef | undefined, other: TemplateRef | undefined): boolean =>
  one?.id.toLowerCase() === other?.id && one?.version === other?.version;

/** The template of an article as its editor needs it. */
export async function shownTemplate(
  manager: EntityManager,
  tenantId: string,
  { template }: ArticleFields,
): Promise<ArticleTemplate | null> {
  const stored = template && (await findTemplate(manager, tenantId, template));
  if (!stored) return null;
  const { id, name, version, newest, locked } = stored;
  return { id, name, version, newest, locked, outline: outlineOf(stored) };
}
