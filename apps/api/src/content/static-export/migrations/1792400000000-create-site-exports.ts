import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the export of a site into a bucket goes, and which files it has there. */
export class CreateSiteExports1792400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "exported_file", "site_export"');
  }
}

const UP = [
  `CREATE TABLE "site_export" (
     "tenant_id" uuid NOT NULL,
     "place" text,
     "run" uuid,
     "job" uuid,
     "started_at" timestamptz,
     "finished_at" timestamptz,
     "counts" jsonb,
     "error" text,
     "error_code" jsonb,
     CONSTRAINT "site_export_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "site_export_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  // Without a tag where a run was about to write it: nobody knows what is there.
  `CREATE TABLE "exported_file" (
     "tenant_id" uuid NOT NULL,
     "path" text NOT NULL,
     "tag" text,
     "size" bigint NOT NULL,
     CONSTRAINT "exported_file_pkey" PRIMARY KEY ("tenant_id", "path"),
     CONSTRAINT "exported_file_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "site_export" ("tenant_id") ON DELETE CASCADE)`,
];
