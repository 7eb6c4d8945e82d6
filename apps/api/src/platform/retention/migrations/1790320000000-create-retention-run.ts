import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRetentionRun1790320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "retention_run" (
         "tenant_id" uuid NOT NULL,
         "day" date NOT NULL,
         "owner" uuid NOT NULL,
         "leased_until" timestamptz NOT NULL,
         "started_at" timestamptz NOT NULL,
         "finished_at" timestamptz,
         "failed_at" timestamptz,
         "removed" jsonb NOT NULL DEFAULT '{}',
         CONSTRAINT "retention_run_pkey" PRIMARY KEY ("tenant_id"),
         CONSTRAINT "retention_run_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "retention_run"');
  }
}
