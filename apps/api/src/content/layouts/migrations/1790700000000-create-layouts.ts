import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Layouts of a site, their versions, and which of them is live. Pages aren't touched when that changes: they are put together from its
 * pieces when they are asked for, so there is one row of it per site.
 */
export class CreateLayouts1790700000000 implements MigrationInterface {
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
  `CREATE TABLE "layout" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "name" text NOT NULL,
     "source" jsonb NOT NULL,
     "hash" text NOT NULL,
     "revision" integer NOT NULL,
     "last_version" integer,
     "last_hash" text,
     "editors" jsonb NOT NULL DEFAULT '{}',
     "changed_at" timestamptz NOT NULL,
     "changed_by" uuid,
     "deleted_at" timestamptz,
     CONSTRAINT "layout_pkey" PRIMARY KEY ("tenant_id", "id"),
     ${OF_TENANT('layout')})`,
  `CREATE INDEX "layout_by_name" ON "layout" ("tenant_id", (lower("name")), "id") WHERE "deleted_at" IS NULL`,
  `CREATE TABLE "layout_version" (
     "tenant_id" uuid NOT NULL,
     "layout_id" uuid NOT NULL,
     "version" integer NOT NULL,
     "source" jsonb NOT NULL,
     "compiled" jsonb NOT NULL,
     "hash" text NOT NULL,
     "note" text,
     "author_id" uuid,
     "at" timestamptz NOT NULL,
     CONSTRAINT "layout_version_pkey" PRIMARY KEY ("tenant_id", "layout_id", "version"),
     ${OF_TENANT('layout_version')},
     CONSTRAINT "layout_version_layout_id_fkey" FOREIGN KEY ("tenant_id", "layout_id") REFERENCES "layout" ("tenant_id", "id") ON DELETE CASCADE)`,
  // Each time a site changed its layout; without one, it went back to the default theme.
  `CREATE TABLE "layout_publication" (
     "tenant_id" uuid NOT NULL,
     "sequence" integer NOT NULL,
     "layout_id" uuid,
     "version" integer,
     "at" timestamptz NOT NULL,
     "by_id" uuid,
     CONSTRAINT "layout_publication_pkey" PRIMARY KEY ("tenant_id", "sequence"),
     CONSTRAINT "layout_publication_version" CHECK (("layout_id" IS NULL) = ("version" IS NULL)),
     ${OF_TENANT('layout_publication')},
     CONSTRAINT "layout_publication_version_fkey" FOREIGN KEY ("tenant_id", "layout_id", "version")
       REFERENCES "layout_version" ("tenant_id", "layout_id", "version"))`,
  // What visitors' requests read.
  `CREATE TABLE "live_layout" (
     "tenant_id" uuid NOT NULL,
     "sequence" integer NOT NULL,
     "layout_id" uuid,
     "version" integer,
     "compiled" jsonb,
     CONSTRAINT "live_layout_pkey" PRIMARY KEY ("tenant_id"),
     ${OF_TENANT('live_layout')})`,
  // Files of what was ever live: a page that someone still has in their browser goes on naming its own.
  `CREATE TABLE "layout_file" (
     "tenant_id" uuid NOT NULL,
     "path" text NOT NULL,
     "type" text NOT NULL,
     "body" text NOT NULL,
     CONSTRAINT "layout_file_pkey" PRIMARY KEY ("tenant_id", "path"),
     ${OF_TENANT('layout_file')})`,
  ...['layout_version', 'layout_publication'].map(
    (table) => `CREATE TRIGGER "${table}_rows" BEFORE UPDATE OR DELETE ON "${table}"
     FOR EACH ROW EXECUTE FUNCTION "published_guard"()`,
  ),
];

const DOWN = ['layout_file', 'live_layout', 'layout_publication', 'layout_version', 'layout'].map(
  (table) => `DROP TABLE "${table}"`,
);
