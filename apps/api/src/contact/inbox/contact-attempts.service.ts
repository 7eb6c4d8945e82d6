import { Injectable } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type {
  ContactAttemptPage,
  ContactAttemptSummary,
  ContactAttemptStatus,
} from '@sitedesk/contract/inbox';
import type { ContactAttemptListDto } from '@sitedesk/contract/inbox.dto';
import { canonicalAddress } from '../../platform/http/ip-address.js';
import { decodeCursor, pageOf } from '../../platform/http/keyset.js';
import { Sql } from '../../platform/database/sql.js';
import { SqlValues } from './sql-values.js';

interface AttemptRow extends Omit<ContactAttemptSummary, 'at'> {
  readonly at: Date;
}

const COLUMNS = `a.id, a.at, a.status, a.error, a.detail, a.email, a.client_address AS "clientAddress", a.occurrences,
  a.submission_id AS "contactId", a.request_id AS "requestId"`;

const REFUSED: ContactAttemptStatus = 'refused';

/** The list of attempts to submit, the newest first; each of its filters has an index in this order. */
@Injectable()
export class ContactAttemptsService {
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
  const [at = 0, id] = decodeCursor(cursor, ['instant', 'id']);
  return `AND (a.at, a.id) < (${values.add(new Date(at))}::timestamptz, ${values.add(id)}::uuid)`;
}
