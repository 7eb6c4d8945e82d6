import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which document of an import comes first with an address was found by going through all documents before it: their primary key has them
 * in that order. With the name behind the path, this index has it, too.
 */
export class FindImportAddresses1794920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "import_item_path"');
    await runner.query(
      'CREATE INDEX "import_item_path" ON "import_item" ("tenant_id", "run_id", "path", "external_id") WHERE "path" IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "import_item_path"');
    await runner.query(
      'CREATE INDEX "import_item_path" ON "import_item" ("tenant_id", "run_id", "path") WHERE "path" IS NOT NULL',
    );
  }
}
