import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSavedViews1790424200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "saved_view" (
         "tenant_id" uuid NOT NULL,
         "id" uuid NOT NULL,
         "list" text NOT NULL,
         "account_id" uuid,
         "name" text NOT NULL,
         "name_key" text NOT NULL,
         "query" text NOT NULL,
         "position" integer NOT NULL,
         CONSTRAINT "saved_view_pkey" PRIMARY KEY ("tenant_id", "id"),
         CONSTRAINT "saved_view_name" UNIQUE NULLS NOT DISTINCT ("tenant_id", "list", "account_id", "name_key"),
         CONSTRAINT "saved_view_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
         CONSTRAINT "saved_view_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
    );
    await runner.query('CREATE INDEX "saved_view_account_id" ON "saved_view" ("account_id")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "saved_view"');
  }
}
