import { Injectable } from '@nestjs/common';
import { ARTICLE_LIMITS, ARTICLE_MESSAGES, type ArticleFields } from '@sitedesk/contract/articles';
import type { ReplacementsDto } from '@sitedesk/contract/articles.dto';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { worded } from '@sitedesk/contract/messages';
import {
  type ArticleReplacement,
  type ArticleReplacements,
  REPLACE_LIMITS,
  replaceText,
  type TextReplacement,
} from '@sitedesk/contract/replace-text';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { decodeCursor, encodeCursor } from '../../platform/http/keyset.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { conditionOf } from '../articles/article-filter.js';
import { grantedTo, mayEdit } from '../articles/article-permissions.js';
import { ARTICLE_COLUMNS, type ListRow } from '../articles/article-rows.js';
import { wordsCondition } from '../articles/article-search.js';
import { findTemplate } from '../templates/template-rows.js';

/** A draft that is looked through. */
interface ScannedRow extends ListRow {
  readonly granted: number | null;
  readonly revision: number;
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
}

/** Drafts that are read at a time: they may be large. */
const BATCH = 25;

/** Says where a text would be replaced. Nothing is changed here: see `bulk-articles.service.ts`. */
@Injectable()
export class ReplacementsService {
  constructor(private readonly manager: EntityManager) {}

  /** Looks through the drafts of a filter, by falling numbers, until enough are found or many were looked through. */
  async find(context: CallerContext, query: ReplacementsDto): Promise<ArticleReplacements> {
    const replacement: TextReplacement = {
      search: query.search,
      replacement: query.replacement ?? '',
      matchCase: query.matchCase === '1',
      wholeWords: query.wholeWords === '1',
    };
    let before = query.cursor === undefined ? undefined : Number(decodeCursor(query.cursor, ['number'])[0]);
    const items: ArticleReplacement[] = [];
    let scanned = 0;
    for (;;) {
      const rows = await this.batch(context, query, before);
      for (const row of rows) {
        const item = await this.item(context, row, replacement);
        if (item) items.push(item);
        await nextTurn(); // visitors' requests don't wait until all of them are looked through
      }
      scanned += rows.length;
      before = rows.at(-1)?.number;
      if (before === undefined || rows.length < BATCH) return { items, scanned, nextCursor: null };
      if (items.length >= REPLACE_LIMITS.found || scanned >= REPLACE_LIMITS.scanned)
        return { items, scanned, nextCursor: encodeCursor([before]) };
    }
  }

  private async batch(
    context: CallerContext,
    query: ReplacementsDto,
    before: number | undefined,
  ): Promise<readonly ScannedRow[]> {
    const values: unknown[] = [context.tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const conditions = [conditionOf(context, query, value)];
    if (query.q !== undefined) conditions.push(wordsCondition(query.q, value));
    if (before !== undefined)
      conditions.push(`a.number < ${value(Math.min(before, ARTICLE_LIMITS.lastNumber))}`);
    return this.manager.query(
      `SELECT ${ARTICLE_COLUMNS}, ${grantedTo(context.caller, value)} AS granted, d.revision, d.fields, d.document
       FROM article a JOIN article_draft d ON d.tenant_id = a.tenant_id AND d.number = a.number
       LEFT JOIN account o ON o.id = a.owner_id
       WHERE ${conditions.join(' AND ')} ORDER BY a.number DESC LIMIT ${BATCH}`,
      values,
    );
  }

  private async item(
    { tenantId, caller }: CallerContext,
    row: ScannedRow,
    replacement: TextReplacement,
  ): Promise<ArticleReplacement | undefined> {
    const { number, title, path, status, revision, fields } = row;
    const template = fields.template && (await findTemplate(this.manager, tenantId, fields.template));
    const { count, places, locked } = replaceText(row, replacement, template?.locked);
    if (count === 0 && locked === 0) return undefined;
    const reason = reasonOf(row, mayEdit(caller, row), count);
    return { number, title, path, status, revision, count, places, locked, ...worded('reason', reason) };
  }
}

function reasonOf({ trashed_at: trashedAt }: ScannedRow, isEditable: boolean, count: number) {
  if (trashedAt) return ARTICLE_MESSAGES.trashed;
  if (!isEditable) return ARTICLE_MESSAGES.notYours;
  return count === 0 ? ARTICLE_MESSAGES.allLocked : null;
}
