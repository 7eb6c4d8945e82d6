import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of documents: what arrived, what becomes of it, and which article each document of a source is. */
export class CreateImports1791400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OF_TENANT = (table: string): string =>
  `CONSTRAINT "${table}_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE "import_run" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "source" text NOT NULL,
     "source_key" text NOT NULL,
     "options" jsonb NOT NULL,
     "state" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "created_by" uuid,
     "finished_at" timestamptz,
     "report_hash" text,
     "audit_id" uuid,
     "items" integer NOT NULL,
     "processed" integer NOT NULL,
     "counts" jsonb NOT NULL,
     CONSTRAINT "import_run_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "import_run_state" CHECK ("state" IN ('open', 'checked', 'importing', 'done', 'undoing', 'undone')),
     ${OF_TENANT('import_run')})`,
  `CREATE INDEX "import_run_newest" ON "import_run" ("tenant_id", "created_at", "id")`,
  `CREATE INDEX "import_run_open" ON "import_run" ("tenant_id") WHERE "state" NOT IN ('done', 'undone')`,
  // What was read of a document, its plan, and what its article was before: gone with the import.
  `CREATE TABLE "import_item" (
     "tenant_id" uuid NOT NULL,
     "run_id" uuid NOT NULL,
     "external_id" text COLLATE "C" NOT NULL,
     "input_hash" text NOT NULL,
     "title" text NOT NULL,
     "path" text,
     "read" jsonb,
     "notes" jsonb NOT NULL,
     "step" smallint NOT NULL,
     "outcome" text,
     "publish" boolean NOT NULL,
     "plan" jsonb,
     "number" integer,
     "written_hash" text,
     "before" jsonb,
     "redirects" uuid[] NOT NULL,
     CONSTRAINT "import_item_pkey" PRIMARY KEY ("tenant_id", "run_id", "external_id"),
     CONSTRAINT "import_item_step" CHECK ("step" BETWEEN 0 AND 4),
     CONSTRAINT "import_item_outcome" CHECK ("outcome" IN ('created', 'updated', 'unchanged', 'conflict', 'refused')),
     ${OF_TENANT('import_item')},
     CONSTRAINT "import_item_run_id_fkey" FOREIGN KEY ("tenant_id", "run_id") REFERENCES "import_run" ("tenant_id", "id") ON DELETE CASCADE)`,
  `CREATE INDEX "import_item_step" ON "import_item" ("tenant_id", "run_id", "step", "external_id")`,
  `CREATE INDEX "import_item_outcome" ON "import_item" ("tenant_id", "run_id", "outcome", "external_id")`,
  `CREATE INDEX "import_item_path" ON "import_item" ("tenant_id", "run_id", "path")`,
  `CREATE TABLE "import_document" (
     "tenant_id" uuid NOT NULL,
     "source_key" text NOT NULL,
     "external_id" text COLLATE "C" NOT NULL,
     "number" integer NOT NULL,
     "written_hash" text NOT NULL,
     "undone" boolean NOT NULL,
     "at" timestamptz NOT NULL,
     CONSTRAINT "import_document_pkey" PRIMARY KEY ("tenant_id", "source_key", "external_id"),
     ${OF_TENANT('import_document')},
     CONSTRAINT "import_document_article_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "import_document_article" ON "import_document" ("tenant_id", "number")`,
];

const DOWN = ['DROP TABLE "import_document"', 'DROP TABLE "import_item"', 'DROP TABLE "import_run"'];
