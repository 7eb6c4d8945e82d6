import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people say of a file, and an index for each list that it is found in: those of a million files that nothing uses, that have no words
 * for those who don't see them, that have the content of another, or whose licence ends.
 */
export class DescribeFiles1790710100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const PRESENT = '"trashed_at" IS NULL';

const UP = [
  `ALTER TABLE "file"
     ADD "alt" text, ADD "decorative" boolean NOT NULL DEFAULT false, ADD "caption" text, ADD "credit" text, ADD "licence_until" date,
     ADD "focus_x" double precision, ADD "focus_y" double precision,
     ADD CONSTRAINT "file_decorative" CHECK (NOT "decorative" OR "alt" IS NULL),
     ADD CONSTRAINT "file_focus" CHECK (("focus_x" IS NULL) = ("focus_y" IS NULL) AND "focus_x" BETWEEN 0 AND 1 AND "focus_y" BETWEEN 0 AND 1)`,
  'DROP INDEX "file_words"',
  `CREATE INDEX "file_words" ON "file" USING gin
     ("search_words"("tenant_id", "name" || ' ' || coalesce("alt", '') || ' ' || coalesce("credit", '')))`,
  `CREATE INDEX "file_recent" ON "file" ("tenant_id", "created_at" DESC, "id" DESC) WHERE ${PRESENT}`,
  `CREATE INDEX "file_recent_of_kind" ON "file" ("tenant_id", "kind", "created_at" DESC, "id" DESC) WHERE ${PRESENT}`,
  `CREATE INDEX "file_largest" ON "file" ("tenant_id", "size" DESC, "id" DESC) WHERE ${PRESENT}`,
  `CREATE INDEX "file_unused" ON "file" ("tenant_id", "size" DESC, "id" DESC) WHERE ${PRESENT} AND NOT "is_used"`,
  `CREATE INDEX "file_missing_alt" ON "file" ("tenant_id", "created_at" DESC, "id" DESC)
     WHERE ${PRESENT} AND "kind" = 'image' AND "alt" IS NULL AND NOT "decorative"`,
  `CREATE INDEX "file_licence" ON "file" ("tenant_id", "licence_until", "id") WHERE ${PRESENT} AND "licence_until" IS NOT NULL`,
  // Files outside the trash that have a content, so that duplicates are a list of their own.
  `ALTER TABLE "blob" ADD "files" integer NOT NULL DEFAULT 0`,
  `UPDATE "blob" b SET "files" = (SELECT count(*) FROM "file" f WHERE f.tenant_id = b.tenant_id AND f.hash = b.hash AND f.trashed_at IS NULL)`,
  `CREATE INDEX "blob_duplicates" ON "blob" ("tenant_id", "size" DESC, "hash" DESC) WHERE "files" > 1`,
  // Once a statement: ten thousand files of one content, one after the other, would leave as many dead rows of it for each to look through.
  `CREATE FUNCTION "count_blob_files"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       UPDATE blob b SET files = b.files + c.n FROM (
         SELECT a.tenant_id, a.hash, count(*)::integer AS n FROM added a WHERE a.trashed_at IS NULL GROUP BY 1, 2
       ) c WHERE b.tenant_id = c.tenant_id AND b.hash = c.hash;
     ELSIF TG_OP = 'DELETE' THEN
       UPDATE blob b SET files = b.files - c.n FROM (
         SELECT g.tenant_id, g.hash, count(*)::integer AS n FROM gone g WHERE g.trashed_at IS NULL GROUP BY 1, 2
       ) c WHERE b.tenant_id = c.tenant_id AND b.hash = c.hash;
     ELSE
       UPDATE blob b SET files = b.files + c.n FROM (
         SELECT d.tenant_id, d.hash, sum(d.n)::integer AS n FROM (
           SELECT a.tenant_id, a.hash, 1 AS n FROM added a WHERE a.trashed_at IS NULL
           UNION ALL SELECT g.tenant_id, g.hash, -1 FROM gone g WHERE g.trashed_at IS NULL
         ) d GROUP BY 1, 2 HAVING sum(d.n) <> 0
       ) c WHERE b.tenant_id = c.tenant_id AND b.hash = c.hash;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "file_blob_files_added" AFTER INSERT ON "file" REFERENCING NEW TABLE AS "added"
     FOR EACH STATEMENT EXECUTE FUNCTION "count_blob_files"()`,
  `CREATE TRIGGER "file_blob_files_changed" AFTER UPDATE ON "file" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "added"
     FOR EACH STATEMENT EXECUTE FUNCTION "count_blob_files"()`,
  `CREATE TRIGGER "file_blob_files_gone" AFTER DELETE ON "file" REFERENCING OLD TABLE AS "gone"
     FOR EACH STATEMENT EXECUTE FUNCTION "count_blob_files"()`,
];

const DOWN = [
  ...['added', 'changed', 'gone'].map((event) => `DROP TRIGGER "file_blob_files_${event}" ON "file"`),
  'DROP FUNCTION "count_blob_files"()',
  'DROP INDEX "blob_duplicates"',
  'ALTER TABLE "blob" DROP "files"',
  'DROP INDEX "file_words"',
  ...['licence', 'missing_alt', 'unused', 'largest', 'recent_of_kind', 'recent'].map(
    (index) => `DROP INDEX "file_${index}"`,
  ),
  `CREATE INDEX "file_words" ON "file" USING gin ("search_words"("tenant_id", "name"))`,
  `ALTER TABLE "file" DROP "focus_y", DROP "focus_x", DROP "licence_until", DROP "credit", DROP "caption", DROP "decorative", DROP "alt"`,
];
