import type { TemplateContent, TemplateRef, TemplateType } from '@sitedesk/contract/page-templates';
import type { EntityManager } from 'typeorm';
import { runWith, statement } from '../../platform/database/sql.js';

/** A version of a template. */
export interface StoredTemplate extends TemplateRef, TemplateContent {
  readonly name: string;
  readonly type: TemplateType;
  /** Version that new articles begin with. */
  readonly newest: number;
}

const FIND = statement('page_template_find')`
SELECT t.id, t.name, t.type, t.version AS newest, v.version, v.document, v.locked
FROM page_template t JOIN page_template_version v ON v.tenant_id = t.tenant_id AND v.template_id = t.id
WHERE t.tenant_id = $1 AND t.id = $2 AND t.deleted_at IS NULL AND v.version = coalesce($3::integer, t.version)`;

/**
 * @param version the newest when left out
 * @returns undefined when the template was deleted
 */
export async function findTemplate(
  manager: EntityManager,
  tenantId: string,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<StoredTemplate | undefined> {
  const [template] = await runWith<StoredTemplate>(manager, FIND, [tenantId, id, version ?? null]);
  return template;
}
