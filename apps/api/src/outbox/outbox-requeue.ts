/**
 * Puts the notifications of some submissions into the queue again, from the beginning: `$1` the tenant, `$2` their ids.
 * Left alone is what is being sent at this moment, and what lies in the trash. It stays the same mail with the same
 * Message-ID, so that a mailbox which has it already can tell.
 */
export const REQUEUE = `
WITH chosen AS (
  SELECT s.id, s.tenant_id FROM contact_submission s
  WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) AND s.folder <> 'trash'
    AND NOT EXISTS (SELECT FROM outbox_message o WHERE o.id = s.id AND o.state = 'sending')
  ORDER BY s.id FOR UPDATE
), posted AS (
  INSERT INTO outbox_message (id, tenant_id, state, created_at, next_attempt_at)
  SELECT id, tenant_id, 'queued', now(), now() FROM chosen
  ON CONFLICT (id) DO UPDATE
  SET state = 'queued', attempts = 0, created_at = now(), next_attempt_at = now(), last_error = NULL, sent_at = NULL
  WHERE outbox_message.state <> 'sending' AND outbox_message.tenant_id = $1
  RETURNING id
)
UPDATE contact_submission s SET status = 'queued', error = NULL
FROM posted WHERE s.id = posted.id AND s.tenant_id = $1
RETURNING s.id`;
