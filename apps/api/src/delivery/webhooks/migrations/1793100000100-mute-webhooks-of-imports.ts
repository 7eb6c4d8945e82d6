import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The channel that wakes the job runner. */
const JOBS = 'sitedesk_jobs';

const note = (guard: string): string => `
CREATE OR REPLACE FUNCTION "webhook_note" (uuid, text, jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ${guard}
  INSERT INTO webhook_event (tenant_id, id, type, data, created_at)
  SELECT $1, gen_random_uuid(), $2, $3, date_trunc('milliseconds', now())
  WHERE EXISTS (SELECT FROM webhook_target t WHERE t.tenant_id = $1 AND t.off_reason IS NULL AND $2 = ANY(t.events));
  IF FOUND THEN PERFORM pg_notify('${JOBS}', ''); END IF;
END $$`;

/** What a transaction imports happened long ago, and elsewhere. */
export class MuteWebhooksOfImports1793100000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(note(`IF current_setting('sitedesk.importing', true) = 'on' THEN RETURN; END IF;`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(note(''));
  }
}
