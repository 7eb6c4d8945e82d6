import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { runWith, statement } from '../../platform/database/sql.js';
import { RENDERER, renderDocument, type Slot } from '../documents/render-document.js';
import { contentHash, type VersionContent } from './article-versions.js';

/** What a page shows of a version, apart from what it says of itself. */
export interface RenderedPage {
  /** Of the version's fields and text. */
  readonly hash: string;
  readonly body: { readonly hash: string; readonly html: string; readonly slots: readonly Slot[] };
  /** Blocks that the renderer doesn't know. */
  readonly unknown: readonly string[];
}

/** A page that was rendered when it was planned; its body is where {@link preparePage} has put it. */
export interface PreparedPage {
  readonly hash: string;
  readonly body: { readonly hash: string; readonly plan: string };
}

export function renderPage(content: VersionContent): RenderedPage {
  const { html, slots, unknown } = renderDocument(content.document);
  const hash = createHash('sha256')
    .update(JSON.stringify([html, slots]))
    .digest('hex');
  return { hash: contentHash(content), body: { hash, html, slots }, unknown };
}

const PREPARE = statement('planned_page_prepare')`
INSERT INTO planned_page (tenant_id, plan_id, renderer, content_hash, body_hash, html, slots) VALUES ($1, $2, ${RENDERER}, $3, $4, $5, $6)
ON CONFLICT (tenant_id, plan_id) DO UPDATE SET renderer = excluded.renderer, content_hash = excluded.content_hash,
  body_hash = excluded.body_hash, html = excluded.html, slots = excluded.slots`;

/**
 * Keeps what a plan will publish, rendered. Thousands may be due at one moment, when there is no time for it. Until then it's in a
 * table that visitors' requests can't read.
 */
export async function preparePage(
  manager: EntityManager,
  tenantId: string,
  plan: string,
  { hash, body }: RenderedPage,
): Promise<void> {
  await runWith(manager, PREPARE, [tenantId, plan, hash, body.hash, body.html, JSON.stringify(body.slots)]);
}

const DROP = statement(
  'planned_page_drop',
)`DELETE FROM planned_page WHERE tenant_id = $1 AND plan_id = ANY($2)`;

/** Forgets what plans would have published, or have. */
export async function dropPreparedPages(
  manager: EntityManager,
  tenantId: string,
  plans: readonly string[],
): Promise<void> {
  await runWith(manager, DROP, [tenantId, plans]);
}
