import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For finding what has been in the trash for long. */
export class IndexTrash1790320000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "contact_submission_trashed" ON "contact_submission" ("tenant_id", "trashed_at", "id")
         WHERE (folder = 'trash'::text)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "contact_submission_trashed"');
  }
}
