import { Injectable } from '@nestjs/common';
import {
  type ContactAttemptPage,
  type ContactAttemptSummary,
  type ContactAttemptStatus,
  IDENTITY_LIMITS,
} from '@sitedesk/contract';
import type { ContactAttemptListDto } from '@sitedesk/contract/dto';
import { canonicalAddress } from '../common/ip-address.js';
import { decodeCursor, notOurs, pageOf } from '../common/keyset.js';
import { Sql } from '../database/sql.js';
import { SqlValues } from './sql-values.js';

interface AttemptRow extends Omit<ContactAttemptSummary, 'at'> {
  readonly at: Date;
}

const COLUMNS = `a.id, a.at, a.status, a.error, a.detail, a.email, a.client_address AS "clientAddress", a.occurrences,
  a.submission_id AS "contactId", a.request_id AS "requestId"`;

const REFUSED: ContactAttemptStatus = 'refused';

/** The last millisecond that an instant of ours can name. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The list of attempts to submit, the newest first; each of its filters has an index in this order. */
@Injectable()
export class ContactAttempts {
  constructor(private readonly sql: Sql) {}

  /** @throws ValidationProblem for a cursor that is not one of this list's */
  async page(
    tenantId: string,
    { limit: wanted, cursor, ...filter }: ContactAttemptListDto,
  ): Promise<ContactAttemptPage> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const values = new SqlValues();
    const condition = conditionOf(tenantId, filter, values);
    const after = cursor === undefined ? '' : placeAfter(cursor, values);
    const text = `SELECT ${COLUMNS} FROM contact_attempt a WHERE ${condition} ${after}
      ORDER BY a.at DESC, a.id DESC LIMIT ${values.add(limit + 1)}`;
    const rows = await this.sql.run<AttemptRow>({ text }, values.all);
    return pageOf(
      rows,
      limit,
      (row) => ({ ...row, at: row.at.toISOString() }),
      ({ at, id }) => [at.getTime(), id],
    );
  }
}

type AttemptFilter = Omit<ContactAttemptListDto, 'limit' | 'cursor'>;

function conditionOf(tenantId: string, filter: AttemptFilter, values: SqlValues): string {
  const { status = REFUSED, error, clientAddress, from, to } = filter;
  const conditions = [
    `a.tenant_id = ${values.add(tenantId)} AND a.status = ${values.add(status)}`,
    error && `a.error = ${values.add(error)}`,
    clientAddress &&
      `a.client_address = ${values.add(canonicalAddress(clientAddress.trim()) ?? clientAddress)}`,
    from && `a.at >= ${values.add(new Date(from))}`,
    to && `a.at <= ${values.add(new Date(to))}`,
  ];
  return conditions.filter((condition) => condition !== undefined && condition !== '').join(' AND ');
}

function placeAfter(cursor: string, values: SqlValues): string {
  const [at = 0, id] = decodeCursor(cursor, ['number', 'id']);
  if (typeof at !== 'number' || at < 0 || at > LAST_INSTANT) throw notOurs();
  return `AND (a.at, a.id) < (${values.add(new Date(at))}::timestamptz, ${values.add(id)}::uuid)`;
}
