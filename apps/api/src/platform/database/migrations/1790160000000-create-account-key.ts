import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key for each account's browsers. */
export class CreateAccountKey1790160000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "account_key" (
         "account_id" uuid NOT NULL,
         "tenant_id" uuid NOT NULL,
         "key" text NOT NULL,
         "created_at" timestamptz NOT NULL,
         CONSTRAINT "account_key_pkey" PRIMARY KEY ("account_id"),
         CONSTRAINT "account_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "account_key"');
  }
}
