import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a link to a preview is for, in words. */
export class NotePreviewLinks1790431000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "preview_link" ADD COLUMN "note" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "preview_link" DROP COLUMN "note"');
  }
}
