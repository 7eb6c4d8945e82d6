import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sees whether a page can show files at all before it reads which: that takes half as long, and most pages show none. */
export class LookForFilesFirst1795020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      noteLiveFiles(`
   BEGIN
     IF EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = NEW.tenant_id AND u.number = NEW.number)
       OR EXISTS (SELECT FROM publication p JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
         WHERE p.tenant_id = NEW.tenant_id AND p.id = NEW.publication_id
           AND (strpos(b.html, '/media/') > 0 OR jsonb_path_exists(b.slots, '$[*].file') OR strpos(p.head::text, '/media/') > 0))
     THEN
       PERFORM note_file_uses(NEW.tenant_id, NEW.number, true, files_of_publication(NEW.tenant_id, NEW.publication_id));
     END IF;`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      noteLiveFiles(`
   DECLARE now_used uuid[];
   BEGIN
     now_used := files_of_publication(NEW.tenant_id, NEW.publication_id);
     IF now_used <> '{}' OR EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = NEW.tenant_id AND u.number = NEW.number)
       THEN PERFORM note_file_uses(NEW.tenant_id, NEW.number, true, now_used); END IF;`),
    );
  }
}

function noteLiveFiles(body: string): string {
  return `CREATE OR REPLACE FUNCTION "note_live_files"() RETURNS trigger LANGUAGE plpgsql AS $$${body}
     RETURN NULL;
   END $$`;
}
