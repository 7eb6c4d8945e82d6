import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which articles use which files, in their drafts and in what is live of them. Drafts and publications are the source: triggers follow
 * them, so that whatever changes one of them keeps this right, and a save of a text without files does nothing more than before.
 */
export class NoteFileUses1790710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** A link or a picture by its URL. */
const BY_URL = `'/media/(${ID})[/"]'`;

/** Ids in the blocks of a draft `d`, and in its addresses. */
const IN_DRAFT = `SELECT m[1]::uuid AS id FROM regexp_matches(d.document::text, '"file": "(${ID})"', 'g') m
  UNION SELECT m[1]::uuid FROM regexp_matches(d.document::text || d.fields::text, '": "(?:https?://[^"/]+)?/media/(${ID})/', 'g') m`;

const UP = [
  `CREATE TABLE "file_usage" (
     "tenant_id" uuid NOT NULL,
     "file_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "draft" boolean NOT NULL,
     "live" boolean NOT NULL,
     CONSTRAINT "file_usage_pkey" PRIMARY KEY ("tenant_id", "file_id", "number") INCLUDE ("draft", "live"),
     CONSTRAINT "file_usage_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "file_usage_article" ON "file_usage" ("tenant_id", "number", "file_id")`,
  // Those that not everyone sees are few.
  `CREATE INDEX "article_restricted" ON "article" ("tenant_id", "number") WHERE "restricted"`,
  `ALTER TABLE "article_draft" ADD "files" uuid[]`,
  `ALTER TABLE "file" ADD "is_used" boolean NOT NULL DEFAULT false`,
  // Files are locked in the order of their ids, so that nobody takes the last use away while another adds one.
  `CREATE FUNCTION "note_file_uses" ("of_tenant" uuid, "of_article" integer, "in_live" boolean, "now_used" uuid[])
   RETURNS void LANGUAGE plpgsql AS $$
   DECLARE added uuid[]; dropped uuid[];
   BEGIN
     SELECT array_agg(x) INTO added FROM unnest(now_used) x
       WHERE NOT EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = of_tenant AND u.file_id = x AND u.number = of_article);
     SELECT array_agg(u.file_id) INTO dropped FROM file_usage u WHERE u.tenant_id = of_tenant AND u.number = of_article
       AND u.file_id <> ALL(now_used) AND NOT CASE WHEN in_live THEN u.draft ELSE u.live END;
     IF added IS NOT NULL OR dropped IS NOT NULL THEN
       PERFORM FROM file f WHERE f.tenant_id = of_tenant AND f.id = ANY(coalesce(added, '{}') || coalesce(dropped, '{}'))
         ORDER BY f.id FOR NO KEY UPDATE;
     END IF;
     INSERT INTO file_usage AS u (tenant_id, file_id, number, draft, live)
       SELECT DISTINCT of_tenant, x, of_article, NOT in_live, in_live FROM unnest(now_used) x
       ON CONFLICT (tenant_id, file_id, number) DO UPDATE SET draft = u.draft OR excluded.draft, live = u.live OR excluded.live
       WHERE (excluded.draft AND NOT u.draft) OR (excluded.live AND NOT u.live);
     IF dropped IS NOT NULL THEN
       DELETE FROM file_usage u WHERE u.tenant_id = of_tenant AND u.number = of_article AND u.file_id = ANY(dropped);
     END IF;
     UPDATE file_usage u SET draft = draft AND in_live, live = live AND NOT in_live
       WHERE u.tenant_id = of_tenant AND u.number = of_article AND u.file_id <> ALL(now_used) AND CASE WHEN in_live THEN u.live ELSE u.draft END;
     IF added IS NOT NULL THEN
       UPDATE file f SET is_used = true WHERE f.tenant_id = of_tenant AND f.id = ANY(added) AND NOT f.is_used;
     END IF;
     IF dropped IS NOT NULL THEN
       UPDATE file f SET is_used = false WHERE f.tenant_id = of_tenant AND f.id = ANY(dropped) AND f.is_used
         AND NOT EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = of_tenant AND u.file_id = f.id);
     END IF;
   END $$`,
  `CREATE FUNCTION "files_of_publication" ("of_tenant" uuid, "of_publication" uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
     SELECT coalesce(array_agg(DISTINCT x.id::uuid), '{}') FROM publication p
     JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash,
     LATERAL (
       SELECT s->>'file' AS id FROM jsonb_array_elements(b.slots) s WHERE s ? 'file'
       UNION ALL SELECT m[1] FROM regexp_matches(CASE WHEN strpos(b.html, '/media/') > 0 THEN b.html ELSE '' END, ${BY_URL}, 'g') m
       UNION ALL SELECT m[1] FROM regexp_matches(CASE WHEN strpos(p.head::text, '/media/') > 0 THEN p.head::text ELSE '' END, ${BY_URL}, 'g') m
     ) x WHERE p.tenant_id = $1 AND p.id = $2
   $$`,
  `CREATE FUNCTION "note_draft_files"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM note_file_uses(NEW.tenant_id, NEW.number, false, coalesce(NEW.files, '{}'));
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION "note_live_files"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM note_file_uses(NEW.tenant_id, NEW.number, true, files_of_publication(NEW.tenant_id, NEW.publication_id));
     RETURN NULL;
   END $$`,
  // What goes with an article is no longer used by it.
  `CREATE FUNCTION "forget_files"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM note_file_uses(OLD.tenant_id, OLD.number, true, '{}');
     PERFORM note_file_uses(OLD.tenant_id, OLD.number, false, '{}');
     RETURN OLD;
   END $$`,
  `CREATE TRIGGER "article_draft_files_first" AFTER INSERT ON "article_draft" FOR EACH ROW WHEN (NEW.files IS NOT NULL)
     EXECUTE FUNCTION "note_draft_files"()`,
  `CREATE TRIGGER "article_draft_files" AFTER UPDATE OF "files" ON "article_draft" FOR EACH ROW
     WHEN (OLD.files IS DISTINCT FROM NEW.files) EXECUTE FUNCTION "note_draft_files"()`,
  `CREATE TRIGGER "article_live_files" AFTER UPDATE OF "publication_id" ON "article" FOR EACH ROW
     WHEN (OLD.publication_id IS DISTINCT FROM NEW.publication_id) EXECUTE FUNCTION "note_live_files"()`,
  `CREATE TRIGGER "article_forget_files" BEFORE DELETE ON "article" FOR EACH ROW EXECUTE FUNCTION "forget_files"()`,
  // What was written before, of sites that have files.
  `UPDATE article_draft d SET files = ARRAY(${IN_DRAFT})
   WHERE d.tenant_id IN (SELECT tenant_id FROM file)
     AND (strpos(d.document::text, '"file"') > 0 OR strpos(d.document::text || d.fields::text, '/media/') > 0)`,
  `SELECT note_file_uses(a.tenant_id, a.number, true, files_of_publication(a.tenant_id, a.publication_id)) FROM article a
   WHERE a.publication_id IS NOT NULL AND a.tenant_id IN (SELECT tenant_id FROM file)`,
];

const DOWN = [
  'DROP TRIGGER "article_forget_files" ON "article"',
  'DROP TRIGGER "article_live_files" ON "article"',
  'DROP TRIGGER "article_draft_files" ON "article_draft"',
  'DROP TRIGGER "article_draft_files_first" ON "article_draft"',
  'DROP FUNCTION "forget_files"()',
  'DROP FUNCTION "note_live_files"()',
  'DROP FUNCTION "note_draft_files"()',
  'DROP FUNCTION "files_of_publication" (uuid, uuid)',
  'DROP FUNCTION "note_file_uses" (uuid, integer, boolean, uuid[])',
  'ALTER TABLE "file" DROP "is_used"',
  'ALTER TABLE "article_draft" DROP "files"',
  'DROP INDEX "article_restricted"',
  'DROP TABLE "file_usage"',
];
