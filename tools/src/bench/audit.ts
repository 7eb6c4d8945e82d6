import pg from 'pg';
import { get, signIn, timedPath } from './inbox.js';
import type { MeasuredServer } from './servers.js';

/** Entries of the audit log; fewer for a quick look. */
const ROWS = Number(process.env['BENCH_AUDIT_ROWS'] ?? 1_000_000);

/** What the hash of an entry is taken of, goes on from the entries that there are; nine in ten opened a message. */
const SEED = `
WITH RECURSIVE known AS (SELECT tenant_id, sequence, hash FROM audit_head LIMIT 1),
chain (n, at, action, target, previous, hash) AS (
  SELECT k.sequence, now(), '', '', '', k.hash FROM known k
  UNION ALL
  SELECT r.n, r.at, r.action, r.target, r.previous, encode(sha256(convert_to(
      '["' || r.previous || '","' || md5(r.n::text)::uuid || '","' || r.tenant_id || '","' || r.n || '","' ||
      to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","system",null,"bench","' || r.action ||
      '","contact","' || r.target || '","done",null,null,{"changed":1,"matched":1},"192.0.2.1","Browser","request"]',
      'UTF8')), 'hex')
    FROM (SELECT c.n + 1 AS n, date_trunc('milliseconds', c.at + interval '1 ms') AS at, c.hash AS previous, k.tenant_id,
        CASE WHEN c.n % 10 = 0 THEN 'contact.archive' ELSE 'contact.mark-read' END AS action,
        md5((c.n % 1000)::text)::uuid::text AS target
      FROM chain c, known k WHERE c.n < k.sequence + $1) AS r),
added AS (
  INSERT INTO audit_entry (id, tenant_id, sequence, at, actor_kind, actor_label, action, target_kind, target_id, outcome, after,
      client_address, user_agent, request_id, previous_hash, hash)
  SELECT md5(c.n::text)::uuid, k.tenant_id, c.n, c.at, 'system', 'bench', c.action, 'contact', c.target, 'done',
      '{"matched": 1, "changed": 1}', '192.0.2.1', 'Browser', 'request', c.previous, c.hash
    FROM chain c, known k WHERE c.previous <> '')
UPDATE audit_head h SET sequence = c.n, hash = c.hash FROM chain c, known k
 WHERE h.tenant_id = k.tenant_id AND c.n = k.sequence + $1`;

/** How long the whole chain takes to verify, and the pages of the list. */
export async function measureAudit(server: MeasuredServer, databaseUrl: string): Promise<void> {
  const browser = await signIn(server.port);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(SEED, [ROWS]);
  await client.query('VACUUM (ANALYZE) audit_entry');
  await client.end();
  console.log(`\naudit log of ${ROWS.toLocaleString('en')} entries`);
  const target = '1679091c-5a88-0faf-6fb5-e6087eb1b2dc'; // one of the thousand
  for (const query of [
    'stream=main',
    'stream=opened',
    `target=${target}`,
    'action=contact.archive',
    'action=session.',
  ])
    console.log(
      `  ${query.padEnd(52)} ${(await timedPath(browser, `/editor/audit?${query}`)).toFixed(1)} ms`,
    );
  const startedAt = performance.now();
  let answer = '';
  for await (const chunk of await get(browser, '/editor/audit/verify')) answer += String(chunk);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { ok, rows } = JSON.parse(answer) as { readonly ok: boolean; readonly rows: number };
  if (!ok || rows < ROWS) throw new Error(`The audit log was found to be damaged: ${answer}`);
  console.log(`  verified in ${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} entries/s`);
}
