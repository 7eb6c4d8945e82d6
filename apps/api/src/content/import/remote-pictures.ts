import { IMPORT_LIMITS as LIMITS } from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { mediaPath } from '../files/file-rows.js';
import type { RunRow } from './import-rows.js';
import type { Meaning } from './resolve-addresses.js';

/** A picture of another server. */
export interface RemotePicture {
  /** Once it was fetched. */
  readonly file: { readonly id: string; readonly path: string } | null;
  /** Why it couldn't be fetched; null for one that waits. */
  readonly reason: Message | null;
}

/** Pictures by their addresses. One that isn't there is too many. */
export type RemotePictures = ReadonlyMap<string, RemotePicture>;

const LONGEST = 2_000;

/** Where a picture is that isn't among the files of an import; undefined where that can't be said. */
export function remoteAddress(meaning: Meaning, hosts: readonly string[]): string | undefined {
  const [host] = hosts;
  if (meaning.kind !== 'kept' && meaning.kind !== 'path') return undefined;
  const given = meaning.kind === 'kept' ? meaning.address : meaning.whole;
  const whole = given.startsWith('/') && host !== undefined ? `https://${host}${given}` : given;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  url.hash = '';
  return url.href.length > LONGEST ? undefined : url.href;
}

const hashOf = (address: string): string => createHash('sha256').update(address).digest('hex');

/** Notes pictures that documents show, unless there are too many, and says what is known of each. */
export async function notePictures(
  manager: EntityManager,
  tenantId: string,
  run: RunRow,
  addresses: readonly string[],
): Promise<RemotePictures> {
  if (addresses.length === 0) return new Map();
  const hashes = addresses.map(hashOf);
  await manager.query(
    `INSERT INTO import_picture (tenant_id, source_key, address_hash, address, run_id, state)
     SELECT $1, $2, x.hash, x.address, $3, 'waiting' FROM unnest($4::text[], $5::text[]) AS x (hash, address)
     LIMIT greatest(0, ${LIMITS.pictures} - (SELECT count(*) FROM import_picture WHERE tenant_id = $1 AND run_id = $3))
     ON CONFLICT (tenant_id, source_key, address_hash) DO UPDATE SET run_id = EXCLUDED.run_id WHERE import_picture.run_id <> EXCLUDED.run_id`,
    [tenantId, run.source_key, run.id, hashes, addresses],
  );
  const rows: {
    readonly address: string;
    readonly reason: Message | null;
    readonly id: string | null;
    readonly name: string;
    readonly hash: string;
  }[] = await manager.query(
    `SELECT p.address, p.reason, f.id, f.name, f.hash FROM import_picture p
     LEFT JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p.file_id AND f.trashed_at IS NULL
     WHERE p.tenant_id = $1 AND p.source_key = $2 AND p.address_hash = ANY($3)`,
    [tenantId, run.source_key, hashes],
  );
  return new Map(
    rows.map(({ address, reason, id, name, hash }) => [
      address,
      { file: id === null ? null : { id, path: mediaPath(id, hash, name) }, reason },
    ]),
  );
}
