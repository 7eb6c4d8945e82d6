import { EMAIL_TARGET } from '../../email/outbox/email-kind.js';

/** Kind of the jobs that notify of a message; such a job has the id of its submission. */
export const CONTACT_NOTIFICATION = 'contact-notification';

/**
 * Puts notifications into the queue again, from the beginning: `$1` the tenant. Left alone is what is being sent at this
 * moment. It stays the same email with the same Message-ID, so that a mailbox which has it already can tell. Jobs are locked
 * before their messages, as by a worker that records what became of one.
 */
const requeue = (chosen: string): string => `
WITH held AS (
  SELECT j.id FROM job j JOIN contact_submission s ON s.id = j.id AND s.tenant_id = j.tenant_id
  WHERE s.tenant_id = $1 AND ${chosen}
  ORDER BY j.id FOR UPDATE OF j
), chosen AS (
  SELECT s.id, s.tenant_id FROM contact_submission s
  WHERE s.tenant_id = $1 AND ${chosen} AND (SELECT count(*) FROM held) >= 0
    AND NOT EXISTS (SELECT FROM job j WHERE j.id = s.id AND j.state = 'running')
  ORDER BY s.id FOR UPDATE
), posted AS (
  INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
  SELECT id, tenant_id, '${CONTACT_NOTIFICATION}', '${EMAIL_TARGET}', 'queued', now(), now() FROM chosen
  ON CONFLICT (id) DO UPDATE
  SET state = 'queued', attempts = 0, created_at = now(), next_attempt_at = now(), last_error = NULL, last_error_code = NULL,
      finished_at = NULL,
      expires_at = NULL
  WHERE job.state <> 'running' AND job.tenant_id = $1
  RETURNING id
)
UPDATE contact_submission s SET status = 'queued', error = NULL, error_code = NULL
FROM posted WHERE s.id = posted.id AND s.tenant_id = $1
RETURNING s.id`;

/** `$2` ids of submissions; what lies in the trash, or is held for review, is left alone. */
export const REQUEUE = requeue(`s.id = ANY($2::uuid[]) AND s.folder <> 'trash' AND s.status <> 'held'`);

/** `$2` id of a failed submission; null: all of them, but those that a person has cancelled. */
export const RESEND = {
  name: 'notification_resend',
  text: requeue(`s.status = 'failed' AND CASE WHEN $2::uuid IS NOT NULL THEN s.id = $2::uuid ELSE NOT EXISTS (
    SELECT FROM job j WHERE j.id = s.id AND j.state = 'cancelled') END`),
} as const;
