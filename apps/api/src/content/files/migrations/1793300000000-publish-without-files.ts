import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A page that shows no files, and showed none before, leaves the uses of files alone: most do, and thousands may be due at one moment. */
export class PublishWithoutFiles1793300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      noteLiveFiles(`IF now_used <> '{}' OR EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = NEW.tenant_id AND u.number = NEW.number)
       THEN PERFORM note_file_uses(NEW.tenant_id, NEW.number, true, now_used); END IF;`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteLiveFiles('PERFORM note_file_uses(NEW.tenant_id, NEW.number, true, now_used);'));
  }
}

function noteLiveFiles(body: string): string {
  return `CREATE OR REPLACE FUNCTION "note_live_files"() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE now_used uuid[];
   BEGIN
     now_used := files_of_publication(NEW.tenant_id, NEW.publication_id);
     ${body}
     RETURN NULL;
   END $$`;
}
