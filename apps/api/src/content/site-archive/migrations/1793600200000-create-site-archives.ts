import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The archive of a site that can be downloaded, and how far the next one is. */
export class CreateSiteArchives1793600200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // "archive" names the parts in the storage of the server; it is the run that made them.
    await runner.query(
      `CREATE TABLE "site_archive" (
         "tenant_id" uuid NOT NULL,
         "run" uuid,
         "job" uuid,
         "part" text,
         "done" bigint,
         "total" bigint,
         "archive" uuid,
         "size" bigint,
         "taken_at" timestamptz,
         "expires_at" timestamptz,
         "error" text,
         "error_code" jsonb,
         CONSTRAINT "site_archive_pkey" PRIMARY KEY ("tenant_id"),
         CONSTRAINT "site_archive_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
    await runner.query(
      `CREATE INDEX "site_archive_expires_at_idx" ON "site_archive" ("expires_at") WHERE "archive" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "site_archive"');
  }
}
