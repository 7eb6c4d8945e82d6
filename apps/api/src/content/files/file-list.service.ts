import { Inject, Injectable } from '@nestjs/common';
import {
  FILE_LIMITS,
  FILE_SIZES,
  type FileFacets,
  type FileFilter,
  type FileSummary,
} from '@sitedesk/contract/files';
import { FILE_MESSAGES } from '@sitedesk/contract/files';
import type { FileListDto } from '@sitedesk/contract/files.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readSiteZone } from '../articles/site-zone.js';
import { FILE_COLUMNS, FILES_WITH_CONTENT, type FileRow, toFile, WORDS_OF_FILE } from './file-rows.js';
import { FileUsesService } from './file-uses.service.js';

type Shape = Parameters<typeof decodeCursor>[1][number];

/** What an order compares, in one direction; equal rows follow their ids. */
interface Order {
  readonly columns: readonly string[];
  readonly direction: 'ASC' | 'DESC';
  readonly shape: readonly Shape[];
  keyOf(row: FileRow): readonly (string | number)[];
}

const BY_NAME: Order = {
  columns: ['f.name_key'],
  direction: 'ASC',
  shape: ['string'],
  keyOf: ({ name_key: key }) => [key],
};
const NEWEST: Order = {
  columns: ['f.created_at'],
  direction: 'DESC',
  shape: ['instant'],
  keyOf: ({ created_at: at }) => [at.getTime()],
};
const LARGEST: Order = {
  columns: ['f.size'],
  direction: 'DESC',
  shape: ['number'],
  keyOf: ({ size }) => [Number(size)],
};
/** Files with the same content stand beside each other. */
const BY_CONTENT: Order = {
  columns: ['b.size', 'b.hash'],
  direction: 'DESC',
  shape: ['number', 'string'],
  keyOf: ({ size, hash }) => [Number(size), hash],
};
const BY_LICENCE: Order = {
  columns: ['f.licence_until'],
  direction: 'ASC',
  shape: ['string'],
  keyOf: ({ licence_until: day }) => [day ?? ''],
};
const ORDERS = { name: BY_NAME, newest: NEWEST, largest: LARGEST } as const;

/** As many words of a search are looked for. */
const MAX_WORDS = 8;
const DAY_MS = 86_400_000;

type Value = (each: unknown) => string;

/** What a list is narrowed to, along the index that is in this order. */
interface Filter {
  readonly order: Order;
  readonly conditions: readonly string[];
}

/** Finds files: of a folder, of a search, of the trash, and those that need someone. */
@Injectable()
export class FileListService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly uses: FileUsesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationProblem */
  async list(tenantId: string, query: FileListDto): Promise<Page<FileSummary>> {
    const { folder, q, kind, trash, filter, size: sizes } = query;
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId];
    const value: Value = (each) => `$${values.push(each)}`;
    const narrowed = filter === undefined ? undefined : await this.filterOf(tenantId, filter, value);
    const order = orderOf(query, narrowed);
    const isWide = q !== undefined || filter !== undefined || sizes !== undefined || trash !== undefined;
    const conditions = [
      'f.tenant_id = $1',
      trash === undefined ? 'f.trashed_at IS NULL' : 'f.trashed_at IS NOT NULL AND f.trashed_with IS NULL',
      ...(isWide ? [] : [folder === undefined ? 'f.folder_id IS NULL' : `f.folder_id = ${value(folder)}`]),
      ...(q === undefined
        ? []
        : [`${WORDS_OF_FILE} @@ search_query($1, ${value(q.normalize('NFC'))}, ${MAX_WORDS})`]),
      ...(kind === undefined ? [] : [`f.kind = ${value(kind)}`]),
      ...(narrowed?.conditions ?? []),
      ...(sizes === undefined ? [] : sizeConditions(FILE_SIZES[sizes], value)),
      ...after(order, query.cursor, value),
    ];
    const { columns, direction, keyOf } = order;
    // Named first though it is one folder: an index over it gives the order only then where files are in none.
    const place = isWide ? [] : ['f.folder_id'];
    const sorted = [...place, ...[...columns, 'f.id'].map((column) => `${column} ${direction}`)];
    const rows: FileRow[] = await this.manager.query(
      `SELECT ${FILE_COLUMNS} FROM ${FILES_WITH_CONTENT} WHERE ${conditions.join(' AND ')}
       ORDER BY ${sorted.join(', ')} LIMIT ${value(size + 1)}`,
      values,
    );
    return pageOf(rows, size, toFile, (row) => [...keyOf(row), row.id]);
  }

  /** How many files each filter finds; nothing is counted further than a badge shows. */
  async facets(tenantId: string): Promise<FileFacets> {
    const count = async (filter: Exclude<FileFilter, 'recent'>): Promise<number> => {
      const values: unknown[] = [tenantId];
      const { conditions } = await this.filterOf(tenantId, filter, (each) => `$${values.push(each)}`);
      const [row]: { count: number }[] = await this.manager.query(
        `SELECT count(*)::int AS count FROM (SELECT FROM ${FILES_WITH_CONTENT}
           WHERE ${['f.tenant_id = $1', 'f.trashed_at IS NULL', ...conditions].join(' AND ')} LIMIT ${FILE_LIMITS.countedTo}) found`,
        values,
      );
      return row?.count ?? 0;
    };
    // One after the other: anyone who waits for the list needs the connections.
    return {
      unused: await count('unused'),
      missingAlt: await count('missing-alt'),
      duplicates: await count('duplicates'),
      expired: await count('expired'),
      expiring: await count('expiring'),
    };
  }

  private async filterOf(tenantId: string, filter: FileFilter, value: Value): Promise<Filter> {
    switch (filter) {
      case 'recent':
        return { order: NEWEST, conditions: [] };
      case 'unused': {
        const named = await this.uses.namedOutsideArticles(tenantId);
        return { order: LARGEST, conditions: ['NOT f.is_used', `f.id <> ALL(${value(named)}::uuid[])`] };
      }
      case 'missing-alt':
        return {
          order: NEWEST,
          conditions: [`f.kind = 'image' AND f.alt IS NULL AND NOT f.decorative`],
        };
      case 'duplicates':
        return { order: BY_CONTENT, conditions: ['b.files > 1'] };
      case 'expired':
        return {
          order: BY_LICENCE,
          conditions: [`f.licence_until < ${value(await this.day(tenantId, 0))}::date`],
        };
      case 'expiring': {
        const [today, last] = [
          await this.day(tenantId, 0),
          await this.day(tenantId, FILE_LIMITS.expiringDays),
        ];
        return {
          order: BY_LICENCE,
          conditions: [`f.licence_until BETWEEN ${value(today)}::date AND ${value(last)}::date`],
        };
      }
      default:
        return filter satisfies never;
    }
  }

  /** A day from today, where the site is. */
  private async day(tenantId: string, later: number): Promise<string> {
    const timeZone = await this.settings.read(tenantId, readSiteZone);
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(this.clock.now() + later * DAY_MS);
  }
}

/** A filter has the one order that its index is in. @throws ValidationProblem */
function orderOf({ order, size }: FileListDto, filter: Filter | undefined): Order {
  if (size !== undefined && filter !== undefined) throw ValidationProblem.at('size', FILE_MESSAGES.oneFilter);
  const own = filter?.order ?? (size === undefined ? undefined : LARGEST);
  if (own === undefined) return ORDERS[order ?? 'name'];
  if (order !== undefined && ORDERS[order] !== own)
    throw ValidationProblem.at('order', FILE_MESSAGES.ownOrder);
  return own;
}

function after(
  { columns, direction, shape }: Order,
  cursor: string | undefined,
  value: Value,
): readonly string[] {
  if (cursor === undefined) return [];
  const key = decodeCursor(cursor, [...shape, 'id']);
  const parts = key.map((part, index) => {
    if (shape[index] === 'instant') return value(new Date(part));
    return columns[index] === 'f.licence_until' ? `${value(part)}::date` : value(part);
  });
  return [`(${[...columns, 'f.id'].join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${parts.join(', ')})`];
}

const sizeConditions = (
  { from, to }: { readonly from: number; readonly to?: number },
  value: Value,
): readonly string[] => [`f.size >= ${value(from)}`, ...(to === undefined ? [] : [`f.size < ${value(to)}`])];
