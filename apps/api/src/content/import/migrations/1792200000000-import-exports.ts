import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents are stored as they arrive, and read when they are checked; what an export left out is said of the import. */
export class ImportExports1792200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE "import_item" ADD COLUMN "raw" text, ADD COLUMN "format" text`,
  'ALTER TABLE "import_item" DROP CONSTRAINT "import_item_step"',
  'ALTER TABLE "import_item" ADD CONSTRAINT "import_item_step" CHECK ("step" BETWEEN -1 AND 4)',
  `ALTER TABLE "import_run" ADD COLUMN "items_read" integer NOT NULL DEFAULT 0, ADD COLUMN "notes" jsonb NOT NULL DEFAULT '[]'`,
  'UPDATE "import_run" SET "items_read" = "items"',
];

const DOWN = [
  'ALTER TABLE "import_run" DROP COLUMN "items_read", DROP COLUMN "notes"',
  'DELETE FROM "import_item" WHERE "step" < 0',
  'ALTER TABLE "import_item" DROP CONSTRAINT "import_item_step"',
  'ALTER TABLE "import_item" ADD CONSTRAINT "import_item_step" CHECK ("step" BETWEEN 0 AND 4)',
  'ALTER TABLE "import_item" DROP COLUMN "raw", DROP COLUMN "format"',
];
