import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateJobSuccess1790310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "job_success" (
      "tenant_id" uuid NOT NULL,
      "target" text NOT NULL,
      "at" timestamptz NOT NULL,
      CONSTRAINT "job_success_pkey" PRIMARY KEY ("tenant_id", "target"),
      CONSTRAINT "job_success_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "job_success"');
  }
}
