import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Publishing and withdrawing at a time, and withdrawn pages that forward visitors. */
export class PlanPublications1790412000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE "publication_job" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "number" integer NOT NULL,
     "action" text NOT NULL,
     "version" integer,
     "answer" smallint,
     "forward_number" integer,
     "forward_url" text,
     "state" text NOT NULL,
     "due_at" timestamptz NOT NULL,
     "next_at" timestamptz NOT NULL,
     "attempts" integer NOT NULL DEFAULT 0,
     "error" text,
     "error_code" jsonb,
     "planned_by" uuid,
     "planned_at" timestamptz NOT NULL,
     "ended_at" timestamptz,
     CONSTRAINT "publication_job_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "publication_job_action" CHECK (("action" = 'publish' AND "version" IS NOT NULL AND "answer" IS NULL)
       OR ("action" = 'withdraw' AND "version" IS NULL AND "answer" IN (404, 410, 301))),
     CONSTRAINT "publication_job_state" CHECK ("state" IN ('waiting', 'done', 'failed', 'held', 'cancelled')),
     CONSTRAINT "publication_job_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
     CONSTRAINT "publication_job_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "publication_job_due" ON "publication_job" ("tenant_id", "next_at", "id") WHERE "state" = 'waiting'`,
  `CREATE INDEX "publication_job_next" ON "publication_job" ("next_at") WHERE "state" = 'waiting'`,
  `CREATE INDEX "publication_job_of_article" ON "publication_job" ("tenant_id", "number", "due_at" DESC, "id" DESC)`,
  `CREATE INDEX "publication_job_of_site" ON "publication_job" ("tenant_id", "due_at", "id")`,
  `CREATE INDEX "publication_job_of_state" ON "publication_job" ("tenant_id", "state", "due_at", "id")`,
  // When the next plan publishes it: the status follows from it.
  `ALTER TABLE "article" ADD "scheduled_at" timestamptz`,
  // Where a withdrawn page leads: an article, wherever that is, or a URL.
  `ALTER TABLE "live_page" ADD "forward_number" integer, ADD "forward_url" text`,
  `ALTER TABLE "live_page" ADD CONSTRAINT "live_page_forward" CHECK ("kind" = 'redirect' OR ("forward_number" IS NULL AND "forward_url" IS NULL))`,
];

const DOWN = [
  `DELETE FROM "live_page" WHERE "forward_number" IS NOT NULL OR "forward_url" IS NOT NULL`,
  'ALTER TABLE "live_page" DROP "forward_number", DROP "forward_url"',
  `UPDATE "article" SET "status" = CASE WHEN "live_hash" IS NULL
       THEN CASE WHEN "first_published_at" IS NULL THEN 'draft' ELSE 'withdrawn' END
       ELSE CASE WHEN "live_hash" = d."hash" THEN 'live' ELSE 'live-with-changes' END END
     FROM "article_draft" d WHERE d."tenant_id" = "article"."tenant_id" AND d."number" = "article"."number" AND "status" = 'scheduled'`,
  'ALTER TABLE "article" DROP "scheduled_at"',
  'DROP TABLE "publication_job"',
];
