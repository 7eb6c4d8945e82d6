import { type RetentionKind, TRASH_SETTING } from '../../platform/retention/retention-kind.js';
import { deleteArticles, deleteVersions } from './delete-articles.js';

/** A blog goes when its posts have gone. */
const WITHOUT_POSTS = `NOT EXISTS (SELECT FROM article p WHERE p.tenant_id = a.tenant_id AND p.stream_number = a.number)`;

/** Anyone who has restored one in the meantime keeps it. */
const LOCK = {
  text: `SELECT a.number FROM article a WHERE a.tenant_id = $1 AND a.id = ANY($2::uuid[]) AND a.trashed_at IS NOT NULL AND ${WITHOUT_POSTS}
ORDER BY a.number FOR UPDATE`,
};

export const TRASHED_ARTICLES: RetentionKind = {
  ...TRASH_SETTING,
  name: 'articles',
  due: `SELECT a.id FROM article a WHERE a.tenant_id = $1 AND a.trashed_at < $2 AND ${WITHOUT_POSTS} ORDER BY a.trashed_at, a.number LIMIT $3`,
  remove: async (run, tenantId, ids) => {
    const rows = await run<{ number: number }>(LOCK, [tenantId, ids]);
    const numbers = rows.map(({ number }) => number);
    await deleteArticles((text, values) => run({ text }, values), tenantId, numbers);
    return numbers.length;
  },
};

const DAY_MS = 86_400_000;

/** Nobody needs a version `v` of the site `$1`. */
const UNUSED = `
    NOT EXISTS (SELECT FROM article a WHERE a.tenant_id = $1 AND a.number = v.number AND v.version IN (a.last_version, a.live_version))
AND NOT EXISTS (SELECT FROM article_draft d WHERE d.tenant_id = $1 AND d.number = v.number AND d.base_version = v.version)
AND NOT EXISTS (SELECT FROM publication p WHERE p.tenant_id = $1 AND p.number = v.number AND p.version = v.version)
AND NOT EXISTS (SELECT FROM publication_job j WHERE j.tenant_id = $1 AND j.number = v.number AND j.version = v.version AND j.state <> 'cancelled')
AND NOT EXISTS (SELECT FROM article_review r WHERE r.tenant_id = $1 AND r.number = v.number AND r.version = v.version)
AND NOT EXISTS (SELECT FROM comment_thread t WHERE t.tenant_id = $1 AND t.number = v.number AND t.version = v.version AND t.resolved_at IS NULL)
AND NOT EXISTS (SELECT FROM preview_link l WHERE l.tenant_id = $1 AND l.number = v.number AND l.version = v.version)`;
/**
 * Checkpoints with the next of their article. The newest of an hour or a day is the one whose next is of another. In the order of their
 * index, so that a batch reads no more than it needs.
 */
const DUE_VERSIONS = `
SELECT v.number || '.' || v.version AS id FROM (
  SELECT number, version, at, lead(at) OVER (PARTITION BY number ORDER BY version) AS next_at
  FROM article_version WHERE tenant_id = $1 AND NOT chained AND note IS NULL AND (number, version) > ($6::int, $7::int)) v
WHERE (v.at < $2 OR (v.at < $4::timestamptz AND date_bin(CASE WHEN v.at < $5::timestamptz THEN interval '1 day' ELSE interval '1 hour' END, v.at, 'epoch')
    = date_bin(CASE WHEN v.at < $5 THEN interval '1 day' ELSE interval '1 hour' END, v.next_at, 'epoch')))
  AND ${UNUSED}
ORDER BY v.number, v.version LIMIT $3`;

/** What someone is at work on can wait until tomorrow. */
const LOCK_IDLE = {
  text: 'SELECT number FROM article WHERE tenant_id = $1 AND number = ANY($2) ORDER BY number FOR UPDATE SKIP LOCKED',
};
/** Of the articles that are locked, what is as it was when it was looked for. */
const STILL_UNUSED = {
  text: `
SELECT v.number, v.version FROM unnest($2::int[], $3::int[]) AS v (number, version)
JOIN article_version s ON s.tenant_id = $1 AND s.number = v.number AND s.version = v.version AND NOT s.chained AND s.note IS NULL
WHERE v.number = ANY($4) AND ${UNUSED}`,
};

/** Versions that were saved automatically: all of a day, then the newest of each hour for a week, then the newest of each day. */
export const OLD_VERSIONS: RetentionKind = {
  name: 'versions',
  setting: 'VersionDays',
  fallbackDays: 90,
  minDays: 7,
  steers: 'deletion',
  label: {
    en: 'Days that automatically saved versions of articles are kept',
    de: 'Tage, die automatisch gespeicherte Versionen von Artikeln aufbewahrt werden',
  },
  due: DUE_VERSIONS,
  batch: 50,
  more: (now, last = '0.0') => [new Date(now - DAY_MS), new Date(now - 7 * DAY_MS), ...placeOf(last)],
  remove: async (run, tenantId, ids) => {
    const places = ids.map(placeOf);
    const numbers = places.map(([number]) => number);
    const idle = await run<{ number: number }>(LOCK_IDLE, [tenantId, [...new Set(numbers)]]);
    const versions = places.map(([, version]) => version);
    const unused = await run<{ number: number; version: number }>(STILL_UNUSED, [
      tenantId,
      numbers,
      versions,
      idle.map(({ number }) => number),
    ]);
    await deleteVersions(
      (text, values) => run({ text }, values),
      'tenant_id = $1 AND (number, version) IN (SELECT * FROM unnest($2::int[], $3::int[]))',
      [tenantId, unused.map(({ number }) => number), unused.map(({ version }) => version)],
    );
    return unused.length;
  },
};

/** Number and version, of what `due` names. */
function placeOf(id: string): readonly [number: number, version: number] {
  const [number = 0, version = 0] = id.split('.').map(Number);
  return [number, version];
}
