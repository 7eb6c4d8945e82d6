import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates of articles, and their versions: an article names the one that it was made from, so that no later one changes it. */
export class CreatePageTemplates1790820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OF_TENANT = (table: string): string =>
  `CONSTRAINT "${table}_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE "page_template" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "type" smallint NOT NULL,
     "name" text NOT NULL,
     "revision" integer NOT NULL,
     "version" integer NOT NULL,
     "changed_at" timestamptz NOT NULL,
     "changed_by" uuid,
     "deleted_at" timestamptz,
     CONSTRAINT "page_template_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "page_template_type" CHECK ("type" IN (0, 1, 2)),
     ${OF_TENANT('page_template')})`,
  `CREATE INDEX "page_template_by_name" ON "page_template" ("tenant_id", (lower("name")), "id") WHERE "deleted_at" IS NULL`,
  `CREATE TABLE "page_template_version" (
     "tenant_id" uuid NOT NULL,
     "template_id" uuid NOT NULL,
     "version" integer NOT NULL,
     "document" jsonb NOT NULL,
     "locked" jsonb NOT NULL,
     "author_id" uuid,
     "at" timestamptz NOT NULL,
     CONSTRAINT "page_template_version_pkey" PRIMARY KEY ("tenant_id", "template_id", "version"),
     ${OF_TENANT('page_template_version')},
     CONSTRAINT "page_template_version_template_id_fkey" FOREIGN KEY ("tenant_id", "template_id")
       REFERENCES "page_template" ("tenant_id", "id") ON DELETE CASCADE)`,
  `CREATE TRIGGER "page_template_version_rows" BEFORE UPDATE OR DELETE ON "page_template_version"
     FOR EACH ROW EXECUTE FUNCTION "published_guard"()`,
  `CREATE INDEX "article_draft_template" ON "article_draft" ("tenant_id", ("fields"->'template'->>'id'), "number")
     WHERE "fields"->'template' IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX "article_draft_template"',
  'DROP TABLE "page_template_version"',
  'DROP TABLE "page_template"',
];
