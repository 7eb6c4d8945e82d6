import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One table for everything that is done later: emails and contacts for a mailing list wait in it side by side. */
export class CreateJob1790250000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const forgetContact = (jobs: string): string => `
   CREATE OR REPLACE FUNCTION "delete_notification"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     ${jobs}
     UPDATE contact_attempt a SET email = NULL, client_address = '' FROM gone
      WHERE a.submission_id = gone.id AND a.tenant_id = gone.tenant_id;
     RETURN NULL;
   END $$`;

const UP = [
  `DROP INDEX "outbox_message_due"`,
  `DROP INDEX "outbox_message_leased"`,
  `ALTER TABLE "outbox_message" RENAME TO "job"`,
  `ALTER TABLE "job" RENAME CONSTRAINT "outbox_message_pkey" TO "job_pkey"`,
  `ALTER TABLE "job" RENAME CONSTRAINT "outbox_message_tenant_id_fkey" TO "job_tenant_id_fkey"`,
  `ALTER INDEX "outbox_message_tenant" RENAME TO "job_tenant"`,
  `ALTER TABLE "job" RENAME COLUMN "sent_at" TO "finished_at"`,
  `ALTER TABLE "job" ALTER "kind" DROP DEFAULT`,
  `ALTER TABLE "job"
     ADD "target" text NOT NULL DEFAULT 'email',
     ADD "subject_id" uuid,
     ADD "data" jsonb,
     ALTER "kind" TYPE text USING CASE "kind" WHEN 'submission' THEN 'contact-notification' ELSE 'account-email' END,
     ALTER "state" TYPE text USING CASE "state" WHEN 'sending' THEN 'running' WHEN 'sent' THEN 'done' ELSE "state" END`,
  `ALTER TABLE "job" ALTER "target" DROP DEFAULT`,
  `UPDATE "job" SET "finished_at" = "next_attempt_at" WHERE "state" IN ('dead', 'cancelled')`,
  `INSERT INTO "job" ("id", "tenant_id", "kind", "target", "subject_id", "data", "state", "created_at", "attempts",
                      "next_attempt_at", "last_error", "finished_at")
   SELECT "id", "tenant_id", 'mailing-list', 'mailing-list', "submission_id", jsonb_build_object('confirm', "confirm"), "state",
          "created_at", "attempts", "next_attempt_at", "last_error", "failed_at" FROM "mailing_list_job"`,
  `DROP TABLE "mailing_list_job"`,
  `CREATE INDEX "job_due" ON "job" ("tenant_id", "target", "next_attempt_at") WHERE (state = 'queued'::text)`,
  `CREATE INDEX "job_running" ON "job" ("leased_until") WHERE (state = 'running'::text)`,
  `CREATE INDEX "job_stopped" ON "job" ("tenant_id", "kind", "finished_at", "id")
     WHERE (state = ANY (ARRAY['dead'::text, 'cancelled'::text]))`,
  `CREATE INDEX "job_subject" ON "job" ("subject_id") WHERE (subject_id IS NOT NULL)`,
  `ALTER TABLE "delivery_attempt" RENAME COLUMN "outbox_id" TO "job_id"`,
  `ALTER TABLE "delivery_attempt" RENAME CONSTRAINT "delivery_attempt_outbox_id_fkey" TO "delivery_attempt_job_id_fkey"`,
  `ALTER TABLE "provider_state" RENAME TO "job_hold"`,
  `ALTER TABLE "job_hold" RENAME CONSTRAINT "provider_state_tenant_id_fkey" TO "job_hold_tenant_id_fkey"`,
  `ALTER TABLE "job_hold"
     ADD "target" text NOT NULL DEFAULT 'email',
     ADD "since" timestamptz,
     DROP CONSTRAINT "provider_state_pkey",
     ADD CONSTRAINT "job_hold_pkey" PRIMARY KEY ("tenant_id", "target")`,
  `UPDATE "job_hold" SET "since" = "last_attempt_at"`,
  `ALTER TABLE "job_hold" ALTER "target" DROP DEFAULT, ALTER "since" SET NOT NULL`,
  // What the connection of a mailing list knew of its trouble, and what waits until a person goes on.
  `INSERT INTO "job_hold" ("tenant_id", "target", "fingerprint", "failures", "kind", "detail", "since", "last_attempt_at", "held_until")
   SELECT "tenant_id", 'mailing-list', '', 0, 'paused', '', now(), now(), 'infinity'
     FROM "mailing_list" WHERE "paused" OR "list_id" IS NULL
   UNION ALL
   SELECT "tenant_id", 'mailing-list', "version"::text, "failures", coalesce("failure_kind", 'service'),
          coalesce("failure_detail", ''), coalesce("failing_since", now()), now(), coalesce("held_until", now())
     FROM "mailing_list" WHERE NOT "paused" AND "list_id" IS NOT NULL AND "failures" > 0`,
  `ALTER TABLE "mailing_list" DROP COLUMN "failures", DROP COLUMN "failure_kind", DROP COLUMN "failure_detail",
     DROP COLUMN "failing_since", DROP COLUMN "held_until"`,
  forgetContact(`DELETE FROM job j USING gone WHERE j.id = gone.id;
     DELETE FROM job j USING gone WHERE j.subject_id = gone.id;`),
];

const DOWN = [
  `ALTER TABLE "mailing_list"
     ADD "failures" integer NOT NULL DEFAULT 0,
     ADD "failure_kind" text,
     ADD "failure_detail" text,
     ADD "failing_since" timestamptz,
     ADD "held_until" timestamptz`,
  `UPDATE "mailing_list" m
   SET "failures" = h."failures", "failure_kind" = h."kind", "failure_detail" = h."detail", "failing_since" = h."since",
       "held_until" = h."held_until"
   FROM "job_hold" h WHERE h."tenant_id" = m."tenant_id" AND h."target" = 'mailing-list' AND h."held_until" < 'infinity'`,
  `DELETE FROM "job_hold" WHERE "target" <> 'email'`,
  `ALTER TABLE "job_hold" DROP CONSTRAINT "job_hold_pkey", DROP COLUMN "since", DROP COLUMN "target",
     ADD CONSTRAINT "provider_state_pkey" PRIMARY KEY ("tenant_id")`,
  `ALTER TABLE "job_hold" RENAME CONSTRAINT "job_hold_tenant_id_fkey" TO "provider_state_tenant_id_fkey"`,
  `ALTER TABLE "job_hold" RENAME TO "provider_state"`,
  `ALTER TABLE "delivery_attempt" RENAME CONSTRAINT "delivery_attempt_job_id_fkey" TO "delivery_attempt_outbox_id_fkey"`,
  `ALTER TABLE "delivery_attempt" RENAME COLUMN "job_id" TO "outbox_id"`,
  `CREATE TABLE "mailing_list_job" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "submission_id" uuid NOT NULL,
     "confirm" boolean NOT NULL,
     "state" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "attempts" integer NOT NULL DEFAULT 0,
     "next_attempt_at" timestamptz NOT NULL,
     "last_error" text,
     "failed_at" timestamptz,
     CONSTRAINT "mailing_list_job_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "mailing_list_job_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "contact_submission" ("id") ON DELETE CASCADE)`,
  `INSERT INTO "mailing_list_job" ("id", "tenant_id", "submission_id", "confirm", "state", "created_at", "attempts",
                                   "next_attempt_at", "last_error", "failed_at")
   SELECT "id", "tenant_id", "subject_id", ("data"->>'confirm')::boolean, CASE "state" WHEN 'dead' THEN 'dead' ELSE 'queued' END,
          "created_at", "attempts", "next_attempt_at", "last_error", "finished_at"
     FROM "job" WHERE "kind" = 'mailing-list'`,
  `CREATE INDEX "mailing_list_job_due" ON "mailing_list_job" ("tenant_id", "next_attempt_at") WHERE (state = 'queued'::text)`,
  `CREATE INDEX "mailing_list_job_dead" ON "mailing_list_job" ("tenant_id", "failed_at", "id") WHERE (state = 'dead'::text)`,
  `CREATE INDEX "mailing_list_job_submission" ON "mailing_list_job" ("submission_id")`,
  `DELETE FROM "job" WHERE "kind" NOT IN ('contact-notification', 'account-email')`,
  `DROP INDEX "job_due", "job_running", "job_stopped", "job_subject"`,
  `UPDATE "job" SET "finished_at" = NULL WHERE "state" <> 'done'`,
  `ALTER TABLE "job"
     DROP COLUMN "data",
     DROP COLUMN "subject_id",
     DROP COLUMN "target",
     ALTER "kind" TYPE text USING CASE "kind" WHEN 'contact-notification' THEN 'submission' ELSE 'account' END,
     ALTER "state" TYPE text USING CASE "state" WHEN 'running' THEN 'sending' WHEN 'done' THEN 'sent' ELSE "state" END`,
  `ALTER TABLE "job" ALTER "kind" SET DEFAULT 'submission'`,
  `ALTER TABLE "job" RENAME COLUMN "finished_at" TO "sent_at"`,
  `ALTER INDEX "job_tenant" RENAME TO "outbox_message_tenant"`,
  `ALTER TABLE "job" RENAME CONSTRAINT "job_tenant_id_fkey" TO "outbox_message_tenant_id_fkey"`,
  `ALTER TABLE "job" RENAME CONSTRAINT "job_pkey" TO "outbox_message_pkey"`,
  `ALTER TABLE "job" RENAME TO "outbox_message"`,
  `CREATE INDEX "outbox_message_due" ON "outbox_message" ("tenant_id", "next_attempt_at") WHERE (state = 'queued'::text)`,
  `CREATE INDEX "outbox_message_leased" ON "outbox_message" ("leased_until") WHERE (state = 'sending'::text)`,
  forgetContact('DELETE FROM outbox_message o USING gone WHERE o.id = gone.id;'),
];
