import type { SubmissionStatus } from '@sitedesk/contract/contact';
import type {
  BulkContactsAnswer,
  ContactDetails,
  ContactFolder,
  ContactPage,
  ContactSummary,
} from '@sitedesk/contract/inbox';
import { randomUUID } from 'node:crypto';
import type { E2eDatabase } from './database.js';
import type { EditorBrowser } from './editor.js';

/** A message as a test wants it in the database; whatever is left out, is ordinary. */
export interface StoredContact {
  readonly name?: string;
  readonly email?: string;
  readonly message?: string;
  readonly receivedAt?: Date;
  readonly folder?: ContactFolder;
  readonly read?: boolean;
  readonly status?: SubmissionStatus;
  readonly error?: string | null;
  readonly isTest?: boolean;
}

/** The tenant of a host; without one the only tenant. */
export async function tenantIdOf(database: E2eDatabase, host?: string): Promise<string> {
  const rows = await database.query<{ id: string }>(
    `SELECT t.id FROM tenant t LEFT JOIN tenant_hostname h ON h.tenant_id = t.id
      WHERE $1::text IS NULL OR h.hostname = $1 ORDER BY t.created_at LIMIT 1`,
    [host ?? null],
  );
  return rows[0]?.id ?? '';
}

let made = 0;

/** Stores messages past the visitor, one second apart; their ids in the order given. */
export async function storeContacts(
  database: E2eDatabase,
  tenantId: string,
  contacts: readonly StoredContact[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const contact of contacts) {
    made += 1;
    const id = randomUUID();
    const { name = `Visitor ${made}`, email = `visitor-${made}@example.com`, folder = 'inbox' } = contact;
    const { message = 'Good morning, are you open today?', status = 'sent', error = null } = contact;
    const receivedAt = contact.receivedAt ?? new Date(Date.UTC(2026, 4, 1) + made * 1_000);
    await database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at,
         receipt_code, status, error, folder, read_at, archived_at, is_test)
       VALUES ($1, $2, $3, $4, $5, '192.0.2.7', 'site.test', $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        id,
        tenantId,
        name,
        email,
        message,
        receivedAt,
        `BCDFG-${String(made).padStart(5, '2')}`,
        status,
        error,
        folder,
        contact.read ? receivedAt : null,
        folder === 'archived' ? receivedAt : null,
        contact.isTest === true,
      ],
    );
    ids.push(id);
  }
  return ids;
}

/** Deletes every message. Jobs first, as a worker does that is about to record one: whoever comes second waits. */
export async function clearContacts(database: E2eDatabase): Promise<void> {
  await database.query('DELETE FROM job');
  await database.query('DELETE FROM contact_submission');
}

/** Every message that a query lists, page after page. */
export async function everyContact(browser: EditorBrowser, query = ''): Promise<readonly ContactSummary[]> {
  const found: ContactSummary[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await browser.get(`/contacts?${query}${after}`);
    if (answer.status !== 200) throw new Error(`The list was answered ${answer.status}: ${answer.text}`);
    const page = answer.json() as ContactPage; // the contract's word
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

export const contactOf = async (browser: EditorBrowser, id: string): Promise<ContactDetails> =>
  (await browser.get(`/contacts/${id}`)).json() as ContactDetails;

/** Does something to messages; throws unless it is answered with 200. */
export async function applyAction(browser: EditorBrowser, body: unknown): Promise<BulkContactsAnswer> {
  const answer = await browser.post('/contacts/bulk', body);
  if (answer.status !== 200) throw new Error(`The action was answered ${answer.status}: ${answer.text}`);
  return answer.json() as BulkContactsAnswer;
}
