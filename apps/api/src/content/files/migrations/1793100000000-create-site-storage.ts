import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the files of a site are, unless they are where those of all sites are, and how a move goes. */
export class CreateSiteStorage1793100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A place that is null is the storage of the server. Contents up to the one at "cursor" were moved and compared.
    await runner.query(
      `CREATE TABLE "site_storage" (
         "tenant_id" uuid NOT NULL,
         "state" text NOT NULL,
         "location" text,
         "place" text,
         "former" text,
         "former_place" text,
         "cursor" text NOT NULL DEFAULT '',
         "contents" bigint NOT NULL DEFAULT 0,
         "bytes" bigint NOT NULL DEFAULT 0,
         "total_contents" bigint NOT NULL DEFAULT 0,
         "total_bytes" bigint NOT NULL DEFAULT 0,
         "problems" jsonb NOT NULL DEFAULT '[]',
         "run" uuid,
         "job" uuid,
         "started_at" timestamptz,
         "finished_at" timestamptz,
         "error" text,
         "error_code" jsonb,
         "leftover" text,
         CONSTRAINT "site_storage_pkey" PRIMARY KEY ("tenant_id"),
         CONSTRAINT "site_storage_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
         CONSTRAINT "site_storage_state_check" CHECK ("state" IN ('settled', 'moving', 'clearing')))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "site_storage"');
  }
}
