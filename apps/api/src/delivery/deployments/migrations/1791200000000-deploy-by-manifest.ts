import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deployments by a list of files, of which only what the site doesn't have yet is sent; and a row of `application` for every article
 * of that type, whatever creates it.
 */
export class DeployByManifest1791200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE "deployment" DROP CONSTRAINT "deployment_state",
     ADD CONSTRAINT "deployment_state" CHECK ("state" IN ('uploading', 'checking', 'ready', 'live', 'failed')),
     ADD COLUMN "draft" boolean NOT NULL DEFAULT false,
     ADD COLUMN "manifest" text COLLATE "C",
     ADD COLUMN "idempotency_key" text COLLATE "C"`,
  `CREATE INDEX "deployment_uploading" ON "deployment" ("leased_until") WHERE "state" = 'uploading'`,
  `CREATE UNIQUE INDEX "deployment_idempotency_key" ON "deployment" ("tenant_id", "article_number", "idempotency_key")
     WHERE "idempotency_key" IS NOT NULL`,
  // What the list of an unfinished deployment says; its contents arrive one by one, and are held by it until it is finished.
  `CREATE TABLE "deployment_manifest" (
     "tenant_id" uuid NOT NULL,
     "article_number" integer NOT NULL,
     "deployment" integer NOT NULL,
     "path" text COLLATE "C" NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "size" bigint NOT NULL,
     "received" boolean NOT NULL,
     CONSTRAINT "deployment_manifest_pkey" PRIMARY KEY ("tenant_id", "article_number", "deployment", "path"),
     CONSTRAINT "deployment_manifest_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
     CONSTRAINT "deployment_manifest_deployment_fkey" FOREIGN KEY ("tenant_id", "article_number", "deployment")
       REFERENCES "deployment" ("tenant_id", "article_number", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "deployment_manifest_hash" ON "deployment_manifest" ("tenant_id", "hash")`,
  `CREATE TRIGGER "deployment_manifest_released" AFTER DELETE ON "deployment_manifest" REFERENCING OLD TABLE AS gone
   FOR EACH STATEMENT EXECUTE FUNCTION "deployment_files_released"()`,
  `CREATE FUNCTION "article_is_application"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO application (tenant_id, number) VALUES (NEW.tenant_id, NEW.number) ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "article_is_application" AFTER INSERT OR UPDATE OF "type" ON "article"
   FOR EACH ROW WHEN (NEW."type" = 3) EXECUTE FUNCTION "article_is_application"()`,
  `INSERT INTO "application" ("tenant_id", "number") SELECT "tenant_id", "number" FROM "article" WHERE "type" = 3 ON CONFLICT DO NOTHING`,
];

const DOWN = [
  'DROP TRIGGER "article_is_application" ON "article"',
  'DROP FUNCTION "article_is_application"()',
  'DROP TABLE "deployment_manifest"',
  `DELETE FROM "deployment" WHERE "state" = 'uploading'`,
  'DROP INDEX "deployment_idempotency_key"',
  'DROP INDEX "deployment_uploading"',
  `ALTER TABLE "deployment" DROP COLUMN "idempotency_key", DROP COLUMN "manifest", DROP COLUMN "draft",
     DROP CONSTRAINT "deployment_state",
     ADD CONSTRAINT "deployment_state" CHECK ("state" IN ('checking', 'ready', 'live', 'failed'))`,
];
