import type { KeptReason, TranslationLanguage } from '@sitedesk/contract/ai-translations';
import type { EntityManager } from 'typeorm';
import { runWith, statement } from '../../platform/database/sql.js';

/** A text that stayed in its language, by its key. */
export interface KeptKey {
  readonly key: string;
  readonly reason: KeptReason;
}

/** How far the translation of an article is: keys of texts, never texts. */
export interface TranslationRow {
  readonly source: number;
  readonly language: TranslationLanguage;
  /** How many texts there were. */
  readonly total: number;
  /** Those that are still to be translated, in the order in which they are read. */
  readonly pending: readonly string[];
  readonly kept: readonly KeptKey[];
}

const ADD = statement('ai_translation_add')`
  INSERT INTO ai_translation (tenant_id, number, source, language, total, pending, kept) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const COLUMNS = 'source, language, total, pending, kept';
const FIND = statement('ai_translation_find')`
  SELECT ${COLUMNS} FROM ai_translation WHERE tenant_id = $1 AND number = $2`;
const LOCK = statement('ai_translation_lock')`
  SELECT ${COLUMNS} FROM ai_translation WHERE tenant_id = $1 AND number = $2 FOR UPDATE`;
const SAVE = statement('ai_translation_save')`
  UPDATE ai_translation SET pending = $3, kept = $4 WHERE tenant_id = $1 AND number = $2`;
const REMOVE = statement('ai_translation_remove')`
  DELETE FROM ai_translation WHERE tenant_id = $1 AND number = $2`;

export async function addTranslation(
  manager: EntityManager,
  tenantId: string,
  number: number,
  { source, language, total, pending, kept }: TranslationRow,
): Promise<void> {
  const values = [source, language, total, pending, JSON.stringify(kept)];
  await runWith(manager, ADD, [tenantId, number, ...values]);
}

export async function findTranslation(
  manager: EntityManager,
  tenantId: string,
  number: number,
): Promise<TranslationRow | undefined> {
  const [row] = await runWith<TranslationRow>(manager, FIND, [tenantId, number]);
  return row;
}

/** Changes what is left to do, in a transaction of its own or of others. Nothing happens when it's finished. */
export async function changeTranslation(
  manager: EntityManager,
  tenantId: string,
  number: number,
  change: (row: TranslationRow) => Pick<TranslationRow, 'pending' | 'kept'>,
): Promise<void> {
  const [row] = await runWith<TranslationRow>(manager, LOCK, [tenantId, number]);
  if (!row) return;
  const { pending, kept } = change(row);
  await runWith(manager, SAVE, [tenantId, number, pending, JSON.stringify(kept)]);
}

export async function removeTranslation(
  manager: EntityManager,
  tenantId: string,
  number: number,
): Promise<void> {
  await runWith(manager, REMOVE, [tenantId, number]);
}
