import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of other servers that documents of a source show, and the files that they have become. */
export class FetchImportPictures1792200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "import_picture"');
  }
}

const UP = [
  `CREATE TABLE "import_picture" (
     "tenant_id" uuid NOT NULL,
     "source_key" text NOT NULL,
     "address_hash" text COLLATE "C" NOT NULL,
     "address" text NOT NULL,
     "run_id" uuid NOT NULL,
     "state" text NOT NULL,
     "reason" jsonb,
     "file_id" uuid,
     CONSTRAINT "import_picture_pkey" PRIMARY KEY ("tenant_id", "source_key", "address_hash"),
     CONSTRAINT "import_picture_state" CHECK ("state" IN ('waiting', 'fetched', 'failed')),
     CONSTRAINT "import_picture_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "import_picture_run" ON "import_picture" ("tenant_id", "run_id", "state", "address_hash")`,
];
