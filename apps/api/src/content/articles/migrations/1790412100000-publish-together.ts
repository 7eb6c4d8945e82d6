import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Releases: plans that are carried out together. */
export class PublishTogether1790412100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE "publication_release" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "title" text NOT NULL,
     "state" text NOT NULL,
     "due_at" timestamptz NOT NULL,
     "next_at" timestamptz NOT NULL,
     "attempts" integer NOT NULL DEFAULT 0,
     "error" text,
     "error_code" jsonb,
     "planned_by" uuid,
     "planned_at" timestamptz NOT NULL,
     "ended_at" timestamptz,
     CONSTRAINT "publication_release_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "publication_release_state" CHECK ("state" IN ('waiting', 'done', 'failed', 'held', 'cancelled')),
     CONSTRAINT "publication_release_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "publication_release_next" ON "publication_release" ("next_at") WHERE "state" = 'waiting'`,
  `CREATE INDEX "publication_release_of_site" ON "publication_release" ("tenant_id", "due_at", "id")`,
  `CREATE INDEX "publication_release_of_state" ON "publication_release" ("tenant_id", "state", "due_at", "id")`,
  `ALTER TABLE "publication_job" ADD "release_id" uuid,
     ADD CONSTRAINT "publication_job_release_id_fkey" FOREIGN KEY ("tenant_id", "release_id")
       REFERENCES "publication_release" ("tenant_id", "id") ON DELETE CASCADE`,
  `CREATE UNIQUE INDEX "publication_job_of_release" ON "publication_job" ("tenant_id", "release_id", "number")
     WHERE "release_id" IS NOT NULL AND "state" <> 'cancelled'`,
  // Those of a release have its time, and wait for it.
  'DROP INDEX "publication_job_due"',
  'DROP INDEX "publication_job_next"',
  `CREATE INDEX "publication_job_due" ON "publication_job" ("tenant_id", "next_at", "id") WHERE "state" = 'waiting' AND "release_id" IS NULL`,
  `CREATE INDEX "publication_job_next" ON "publication_job" ("next_at") WHERE "state" = 'waiting' AND "release_id" IS NULL`,
];

const DOWN = [
  'DELETE FROM "publication_job" WHERE "release_id" IS NOT NULL',
  'DROP INDEX "publication_job_due"',
  'DROP INDEX "publication_job_next"',
  'ALTER TABLE "publication_job" DROP "release_id"',
  `CREATE INDEX "publication_job_due" ON "publication_job" ("tenant_id", "next_at", "id") WHERE "state" = 'waiting'`,
  `CREATE INDEX "publication_job_next" ON "publication_job" ("next_at") WHERE "state" = 'waiting'`,
  'DROP TABLE "publication_release"',
];
