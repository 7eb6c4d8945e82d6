import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Articles, and what was published of them. Three facts stand apart: the draft that people edit, the review, and what is live;
 * visitors are served from publications alone, which nothing changes.
 */
export class CreateArticles1790380000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OF_TENANT = (table: string): string =>
  `CONSTRAINT "${table}_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE`;
const OF_ARTICLE = (table: string): string =>
  `CONSTRAINT "${table}_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE`;

const UP = [
  // Its row lock is the queue for numbers: no gap after a transaction that failed, and none is given twice.
  `CREATE TABLE "article_counter" (
     "tenant_id" uuid NOT NULL,
     "last" integer NOT NULL,
     CONSTRAINT "article_counter_pkey" PRIMARY KEY ("tenant_id"),
     ${OF_TENANT('article_counter')})`,
  `CREATE TABLE "article" (
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "id" uuid NOT NULL,
     "type" smallint NOT NULL,
     "stream_number" integer,
     "blog_key" varchar(128),
     "owner_id" uuid,
     "title" text NOT NULL,
     "slug" text NOT NULL,
     "path" text NOT NULL,
     "introduction" text,
     "banner_image" text,
     "status" text NOT NULL,
     "restricted" boolean NOT NULL DEFAULT false,
     "last_version" integer NOT NULL DEFAULT 0,
     "live_version" integer,
     "live_hash" text,
     "publication_id" uuid,
     "created_at" timestamptz NOT NULL,
     "updated_at" timestamptz NOT NULL,
     "listed_at" timestamptz NOT NULL,
     "published_at" timestamptz,
     "first_published_at" timestamptz,
     "trashed_at" timestamptz,
     "trashed_by" uuid,
     CONSTRAINT "article_pkey" PRIMARY KEY ("tenant_id", "number"),
     CONSTRAINT "article_id" UNIQUE ("id"),
     CONSTRAINT "article_type" CHECK ("type" BETWEEN 0 AND 3),
     CONSTRAINT "article_title" CHECK (char_length("title") <= CASE "type" WHEN 2 THEN 128 ELSE 254 END),
     CONSTRAINT "article_introduction" CHECK (char_length("introduction") <= 512),
     CONSTRAINT "article_blog_key" CHECK (("type" IN (1, 2)) = ("blog_key" IS NOT NULL) AND "blog_key" ~ '^[a-z0-9_-]+$'),
     CONSTRAINT "article_stream" CHECK (("type" = 1) = ("stream_number" IS NOT NULL)),
     ${OF_TENANT('article')},
     CONSTRAINT "article_stream_number_fkey" FOREIGN KEY ("tenant_id", "stream_number") REFERENCES "article" ("tenant_id", "number"),
     CONSTRAINT "article_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account" ("id") ON DELETE SET NULL)`,
  `CREATE UNIQUE INDEX "article_path" ON "article" ("tenant_id", "path") WHERE "trashed_at" IS NULL`,
  `CREATE UNIQUE INDEX "article_blog_key_of_stream" ON "article" ("tenant_id", "blog_key") WHERE "type" = 2 AND "trashed_at" IS NULL`,
  `CREATE INDEX "article_updated" ON "article" ("tenant_id", "updated_at" DESC, "number" DESC) WHERE "trashed_at" IS NULL`,
  `CREATE INDEX "article_status" ON "article" ("tenant_id", "status", "updated_at" DESC, "number" DESC)`,
  `CREATE INDEX "article_owner" ON "article" ("tenant_id", "owner_id", "updated_at" DESC, "number" DESC) WHERE "trashed_at" IS NULL`,
  `CREATE INDEX "article_of_stream" ON "article" ("tenant_id", "stream_number", (coalesce("published_at", "listed_at")) DESC, "number" DESC)
     WHERE "type" = 1 AND "trashed_at" IS NULL`,
  `CREATE TABLE "article_draft" (
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "revision" integer NOT NULL,
     "base_version" integer NOT NULL,
     "fields" jsonb NOT NULL,
     "document" jsonb NOT NULL,
     "hash" text NOT NULL,
     "editor_id" uuid,
     "saved_at" timestamptz NOT NULL,
     "last_operation" uuid,
     CONSTRAINT "article_draft_pkey" PRIMARY KEY ("tenant_id", "number"),
     ${OF_ARTICLE('article_draft')})`,
  // Once for each text, however many versions have it.
  `CREATE TABLE "article_content" (
     "tenant_id" uuid NOT NULL,
     "hash" text NOT NULL,
     "document" jsonb NOT NULL,
     "words" integer NOT NULL,
     CONSTRAINT "article_content_pkey" PRIMARY KEY ("tenant_id", "hash"),
     ${OF_TENANT('article_content')})`,
  `CREATE TABLE "article_version" (
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "version" integer NOT NULL,
     "kind" text NOT NULL,
     "note" text,
     "author_id" uuid,
     "at" timestamptz NOT NULL,
     "base_version" integer NOT NULL,
     "fields" jsonb NOT NULL,
     "content_hash" text NOT NULL,
     "previous_hash" text NOT NULL,
     "hash" text NOT NULL,
     CONSTRAINT "article_version_pkey" PRIMARY KEY ("tenant_id", "number", "version"),
     ${OF_ARTICLE('article_version')},
     CONSTRAINT "article_version_content_hash_fkey" FOREIGN KEY ("tenant_id", "content_hash") REFERENCES "article_content" ("tenant_id", "hash"))`,
  `CREATE INDEX "article_version_content" ON "article_version" ("tenant_id", "content_hash")`,
  `CREATE TABLE "publication_body" (
     "tenant_id" uuid NOT NULL,
     "hash" text NOT NULL,
     "html" text NOT NULL,
     "slots" jsonb NOT NULL,
     CONSTRAINT "publication_body_pkey" PRIMARY KEY ("tenant_id", "hash"),
     ${OF_TENANT('publication_body')})`,
  `CREATE TABLE "publication" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "number" integer NOT NULL,
     "version" integer NOT NULL,
     "type" smallint NOT NULL,
     "path" text NOT NULL,
     "head" jsonb NOT NULL,
     "body_hash" text NOT NULL,
     "renderer" integer NOT NULL,
     "at" timestamptz NOT NULL,
     "by_id" uuid,
     "ended_at" timestamptz,
     CONSTRAINT "publication_pkey" PRIMARY KEY ("tenant_id", "id"),
     ${OF_TENANT('publication')},
     CONSTRAINT "publication_body_hash_fkey" FOREIGN KEY ("tenant_id", "body_hash") REFERENCES "publication_body" ("tenant_id", "hash"))`,
  `CREATE INDEX "publication_of_article" ON "publication" ("tenant_id", "number", "at" DESC)`,
  // What an address answers: a page of a publication, a redirect to where its article is now, or that it is gone.
  `CREATE TABLE "live_page" (
     "tenant_id" uuid NOT NULL,
     "path" text NOT NULL,
     "kind" text NOT NULL,
     "number" integer NOT NULL,
     "publication_id" uuid,
     "stream_number" integer,
     "published_at" timestamptz,
     CONSTRAINT "live_page_pkey" PRIMARY KEY ("tenant_id", "path"),
     CONSTRAINT "live_page_kind" CHECK ("kind" IN ('page', 'redirect', 'gone') AND ("kind" = 'page') = ("publication_id" IS NOT NULL)),
     ${OF_TENANT('live_page')},
     CONSTRAINT "live_page_publication_id_fkey" FOREIGN KEY ("tenant_id", "publication_id") REFERENCES "publication" ("tenant_id", "id"))`,
  `CREATE UNIQUE INDEX "live_page_of_article" ON "live_page" ("tenant_id", "number") WHERE "kind" = 'page'`,
  `CREATE INDEX "live_page_of_stream" ON "live_page" ("tenant_id", "stream_number", "published_at" DESC, "number" DESC) WHERE "kind" = 'page'`,
  `CREATE TABLE "stream_state" (
     "tenant_id" uuid NOT NULL,
     "stream_number" integer NOT NULL,
     "version" bigint NOT NULL,
     "live_count" integer NOT NULL,
     CONSTRAINT "stream_state_pkey" PRIMARY KEY ("tenant_id", "stream_number"),
     ${OF_TENANT('stream_state')})`,
  // Every address that was ever live stays its article's, until someone releases it on purpose.
  `CREATE TABLE "path_history" (
     "tenant_id" uuid NOT NULL,
     "path" text NOT NULL,
     "number" integer NOT NULL,
     "since" timestamptz NOT NULL,
     CONSTRAINT "path_history_pkey" PRIMARY KEY ("tenant_id", "path"),
     ${OF_TENANT('path_history')})`,
  `CREATE INDEX "path_history_of_article" ON "path_history" ("tenant_id", "number")`,
  `CREATE FUNCTION "published_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     IF current_setting('sitedesk.content_retention', true) = 'on' AND TG_OP = 'DELETE' THEN RETURN OLD; END IF;
     IF TG_TABLE_NAME = 'publication' AND TG_OP = 'UPDATE' THEN
       IF OLD."ended_at" IS NULL AND to_jsonb(NEW) - 'ended_at' = to_jsonb(OLD) - 'ended_at' THEN RETURN NEW; END IF;
     END IF;
     RAISE EXCEPTION 'Versions and publications are never changed.' USING ERRCODE = 'insufficient_privilege';
   END $$`,
  ...['article_version', 'publication', 'publication_body', 'article_content'].map(
    (table) => `CREATE TRIGGER "${table}_rows" BEFORE UPDATE OR DELETE ON "${table}"
     FOR EACH ROW EXECUTE FUNCTION "published_guard"()`,
  ),
  // Custom roles that may do something with pages may see them.
  `UPDATE "role" SET "permissions" = "permissions" || 'pages.view'::text
   WHERE "permissions" && ARRAY['pages.create', 'pages.edit-all', 'pages.edit-own', 'pages.publish', 'pages.delete'] AND NOT 'pages.view' = ANY ("permissions")`,
];

const DOWN = [
  `UPDATE "role" SET "permissions" = array_remove("permissions", 'pages.view')`,
  ...['path_history', 'stream_state', 'live_page', 'publication', 'publication_body', 'article_version'].map(
    (table) => `DROP TABLE "${table}"`,
  ),
  ...['article_content', 'article_draft', 'article', 'article_counter'].map(
    (table) => `DROP TABLE "${table}"`,
  ),
  'DROP FUNCTION "published_guard"()',
];
