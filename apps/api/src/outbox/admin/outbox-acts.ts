import { GIVE_UP_AFTER_HOURS } from '../retry-schedule.js';

/** A person wants it tried: at once, and for as long as a new one. The date of its making stays. */
const AGAIN = `state = 'queued', attempts = 0, next_attempt_at = now(), last_error = NULL,
  expires_at = CASE WHEN o.kind = 'submission' THEN now() + interval '${GIVE_UP_AFTER_HOURS} hours' ELSE o.expires_at END`;

/** $1 tenant, $2 mail. The queue rests no longer, or the retry would wait for it. */
export const RETRY_ONE = `
WITH again AS (
  UPDATE outbox_message o SET ${AGAIN}
  WHERE o.tenant_id = $1 AND o.id = $2 AND o.state IN ('queued', 'dead', 'cancelled')
    AND (o.kind = 'submission' OR EXISTS (
      SELECT FROM account_mail m WHERE m.tenant_id = $1 AND m.id = o.id AND m.content IS NOT NULL))
  RETURNING o.id
), submission AS (
  UPDATE contact_submission s SET status = 'queued', error = NULL FROM again WHERE s.tenant_id = $1 AND s.id = again.id
), freed AS (
  UPDATE provider_state SET held_until = now() WHERE tenant_id = $1 AND EXISTS (SELECT FROM again)
)
SELECT id FROM again`;

/** $1 tenant. Everything that was given up and still has its text; what a person has cancelled stays so. */
export const RETRY_DEAD = `
WITH again AS (
  UPDATE outbox_message o SET ${AGAIN}
  WHERE o.tenant_id = $1 AND o.state = 'dead' AND o.kind = 'submission'
  RETURNING o.id
), submission AS (
  UPDATE contact_submission s SET status = 'queued', error = NULL FROM again WHERE s.tenant_id = $1 AND s.id = again.id
), freed AS (
  UPDATE provider_state SET held_until = now() WHERE tenant_id = $1 AND EXISTS (SELECT FROM again)
)
SELECT (SELECT count(*) FROM again)::int AS retried,
       (SELECT count(*) FROM outbox_message o WHERE o.tenant_id = $1 AND o.state = 'dead' AND o.kind = 'account')::int AS "notPossible"`;

/** $1 tenant, $2 mail, $3 who cancelled, as a sentence. Nothing vanishes: the submission is shown as undelivered. */
export const CANCEL_ONE = `
WITH stopped AS (
  UPDATE outbox_message SET state = 'cancelled', last_error = $3
  WHERE tenant_id = $1 AND id = $2 AND state = 'queued' RETURNING id
), submission AS (
  UPDATE contact_submission s SET status = 'failed', error = $3 FROM stopped WHERE s.tenant_id = $1 AND s.id = stopped.id
), forgotten AS (
  UPDATE account_mail m SET content = NULL FROM stopped WHERE m.tenant_id = $1 AND m.id = stopped.id
)
SELECT id FROM stopped`;
