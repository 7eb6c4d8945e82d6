import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the export of a site into a folder of the server goes. */
export class CreateFolderExports1793600100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The directory is the one in which the folder was when the last export was completed.
    await runner.query(
      `CREATE TABLE "folder_export" (
         "tenant_id" uuid NOT NULL,
         "directory" text,
         "run" uuid,
         "job" uuid,
         "started_at" timestamptz,
         "finished_at" timestamptz,
         "counts" jsonb,
         "error" text,
         "error_code" jsonb,
         CONSTRAINT "folder_export_pkey" PRIMARY KEY ("tenant_id"),
         CONSTRAINT "folder_export_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "folder_export"');
  }
}
