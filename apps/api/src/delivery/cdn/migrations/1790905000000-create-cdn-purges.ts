import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What has to go from the cache of a CDN, and how often its service may be asked. */
export class CreateCdnPurges1790905000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "cdn_purge", "cdn_budget"');
  }
}

const UP = [
  `CREATE TABLE "cdn_purge" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "reason" text NOT NULL,
     "scope" text NOT NULL,
     "state" text NOT NULL,
     "actor" text,
     "article" integer,
     "addresses" text[] NOT NULL,
     "tags" text[] NOT NULL,
     "pages" text[] NOT NULL,
     "marks" jsonb NOT NULL DEFAULT '{}',
     "provider" text,
     "batch" uuid,
     "collapsed" text,
     "repeats" integer NOT NULL DEFAULT 0,
     "failure" text,
     "error" text,
     "error_code" jsonb,
     "answers" jsonb NOT NULL DEFAULT '[]',
     "looks" jsonb NOT NULL DEFAULT '[]',
     "created_at" timestamptz NOT NULL,
     "accepted_at" timestamptz,
     "live_at" timestamptz,
     CONSTRAINT "cdn_purge_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "cdn_purge_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "cdn_purge_tenant" ON "cdn_purge" ("tenant_id", "created_at", "id")`,
  `CREATE INDEX "cdn_purge_state" ON "cdn_purge" ("tenant_id", "state", "created_at", "id")`,
  `CREATE INDEX "cdn_purge_batch" ON "cdn_purge" ("batch") WHERE (batch IS NOT NULL)`,
  // Of a credential, which several sites may use: their requests count together.
  `CREATE TABLE "cdn_budget" (
     "credential" text NOT NULL,
     "tokens" double precision NOT NULL,
     "at" timestamptz NOT NULL,
     CONSTRAINT "cdn_budget_pkey" PRIMARY KEY ("credential"))`,
];
