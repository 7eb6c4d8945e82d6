import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Access to single articles, and restricted pages, which visitors don't get. An account's articles are found when it is deleted. */
export class GrantAccess1790413000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  // `subject` is whom it is granted to, in one text that a list can look for; the columns behind it delete it with them.
  `CREATE TABLE "article_grant" (
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "subject" text NOT NULL,
     "level" smallint NOT NULL,
     "account_id" uuid,
     "role_id" uuid,
     "provider_id" uuid,
     CONSTRAINT "article_grant_pkey" PRIMARY KEY ("tenant_id", "number", "subject"),
     CONSTRAINT "article_grant_level" CHECK ("level" BETWEEN 1 AND 3),
     CONSTRAINT "article_grant_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE,
     CONSTRAINT "article_grant_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE,
     CONSTRAINT "article_grant_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role" ("id") ON DELETE CASCADE,
     CONSTRAINT "article_grant_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_provider" ("id") ON DELETE CASCADE)`,
  ...['account_id', 'role_id', 'provider_id'].map(
    (column) =>
      `CREATE INDEX "article_grant_${column}" ON "article_grant" ("${column}") WHERE "${column}" IS NOT NULL`,
  ),
  `ALTER TABLE "article" ADD COLUMN "access_version" integer NOT NULL DEFAULT 1`,
  `CREATE INDEX "article_owner_id" ON "article" ("owner_id") WHERE "owner_id" IS NOT NULL`,
  `ALTER TABLE "live_page" ADD COLUMN "hidden" boolean NOT NULL DEFAULT false`,
  'DROP INDEX "live_page_of_stream"',
  `CREATE INDEX "live_page_of_stream" ON "live_page" ("tenant_id", "stream_number", "published_at" DESC, "number" DESC)
     WHERE "kind" = 'page' AND NOT "hidden"`,
];

const DOWN = [
  'DROP INDEX "live_page_of_stream"',
  `CREATE INDEX "live_page_of_stream" ON "live_page" ("tenant_id", "stream_number", "published_at" DESC, "number" DESC) WHERE "kind" = 'page'`,
  'ALTER TABLE "live_page" DROP COLUMN "hidden"',
  'DROP INDEX "article_owner_id"',
  'ALTER TABLE "article" DROP COLUMN "access_version"',
  'DROP TABLE "article_grant"',
];
