import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys with which programs import documents, and which import is whose. */
export class CreateImportKeys1792300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE "import_key" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "line" uuid NOT NULL,
     "name" text NOT NULL,
     "prefix" text NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "scope" text NOT NULL,
     "stream" integer,
     "path" text,
     "created_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "last_used_at" timestamptz,
     "last_address" text,
     "replaced_at" timestamptz,
     CONSTRAINT "import_key_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "import_key_hash" UNIQUE ("hash"),
     CONSTRAINT "import_key_scope" CHECK ("scope" IN ('draft', 'publish')),
     CONSTRAINT "import_key_limit" CHECK ("stream" IS NULL OR "path" IS NULL),
     CONSTRAINT "import_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
     CONSTRAINT "import_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE,
     CONSTRAINT "import_key_stream_fkey" FOREIGN KEY ("tenant_id", "stream") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "import_key_prefix" ON "import_key" ("tenant_id", "prefix")`,
  `CREATE INDEX "import_key_account" ON "import_key" ("account_id")`,
  `CREATE INDEX "import_key_stream" ON "import_key" ("tenant_id", "stream")`,
  // The line of the key that created an import, and what it's limited to: that holds for anyone who goes on with it.
  `ALTER TABLE "import_run" ADD "key_line" uuid, ADD "key_name" text, ADD "key_limit" jsonb`,
  `CREATE INDEX "import_run_key" ON "import_run" ("tenant_id", "key_line", "created_at", "id") WHERE "key_line" IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX "import_run_key"',
  'ALTER TABLE "import_run" DROP "key_line", DROP "key_name", DROP "key_limit"',
  'DROP TABLE "import_key"',
];
