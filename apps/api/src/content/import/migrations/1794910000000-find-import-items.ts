import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Before a new import is in PostgreSQL's statistics, this index seems as good as the primary key for finding a document by its name, and
 * all documents of the import were read each time. An index of those with a path isn't used for names.
 */
export class FindImportItems1794910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "import_item_path"');
    await runner.query(
      'CREATE INDEX "import_item_path" ON "import_item" ("tenant_id", "run_id", "path") WHERE "path" IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "import_item_path"');
    await runner.query('CREATE INDEX "import_item_path" ON "import_item" ("tenant_id", "run_id", "path")');
  }
}
