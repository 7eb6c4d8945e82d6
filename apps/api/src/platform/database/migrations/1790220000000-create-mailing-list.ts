import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The synchronisation of contacts to a mailing list: what is connected, and the contacts that wait for it. */
export class CreateMailingList1790220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "mailing_list_job"');
    await runner.query('DROP TABLE "mailing_list"');
  }
}

const UP = [
  `CREATE TABLE "mailing_list" (
     "tenant_id" uuid NOT NULL,
     "provider" text NOT NULL,
     "api_url" text NOT NULL,
     "api_key" text NOT NULL,
     "key_updated_at" timestamptz NOT NULL,
     "account_name" text NOT NULL,
     "list_id" text,
     "list_name" text,
     "mapping" jsonb NOT NULL,
     "consent_rule" text,
     "consent_pages" text array NOT NULL,
     "consent_statement" text,
     "paused" boolean NOT NULL DEFAULT false,
     "connected_at" timestamptz NOT NULL,
     "version" integer NOT NULL DEFAULT 1,
     "synchronised" integer NOT NULL DEFAULT 0,
     "last_synchronised_at" timestamptz,
     "failures" integer NOT NULL DEFAULT 0,
     "failure_kind" text,
     "failure_detail" text,
     "failing_since" timestamptz,
     "held_until" timestamptz,
     CONSTRAINT "mailing_list_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "mailing_list_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  // No reference to mailing_list: a message must be stored also when the connection is removed at that very moment.
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
  `CREATE INDEX "mailing_list_job_due" ON "mailing_list_job" ("tenant_id", "next_attempt_at") WHERE (state = 'queued'::text)`,
  `CREATE INDEX "mailing_list_job_dead" ON "mailing_list_job" ("tenant_id", "failed_at", "id") WHERE (state = 'dead'::text)`,
  `CREATE INDEX "mailing_list_job_submission" ON "mailing_list_job" ("submission_id")`,
];
