import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports whose documents arrive one by one, and which are found again for the next one. */
export class ReceiveDocuments1792300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "import_run" ADD "door" boolean NOT NULL DEFAULT false');
    await runner.query(
      'CREATE INDEX "import_run_door" ON "import_run" ("tenant_id", "source_key", "created_at") WHERE "door"',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "import_run_door"');
    await runner.query('ALTER TABLE "import_run" DROP "door"');
  }
}
