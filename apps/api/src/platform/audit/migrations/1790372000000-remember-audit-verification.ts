import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberAuditVerification1790372000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "audit_verification" (
         "tenant_id" uuid NOT NULL,
         "verified_at" timestamptz NOT NULL,
         "result" jsonb NOT NULL,
         CONSTRAINT "audit_verification_pkey" PRIMARY KEY ("tenant_id"),
         CONSTRAINT "audit_verification_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "audit_verification"');
  }
}
