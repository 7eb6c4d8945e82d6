import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccountPreferences1790350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "account_preferences" (
         "account_id" uuid NOT NULL,
         "tenant_id" uuid NOT NULL,
         "theme" text,
         "density" text,
         "locale" text,
         "shortcuts" boolean,
         "nav_collapsed" boolean,
         "time_zone" text,
         "start_page" text,
         "browser_locale" text,
         "browser_time_zone" text,
         CONSTRAINT "account_preferences_pkey" PRIMARY KEY ("account_id"),
         CONSTRAINT "account_preferences_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "account_preferences"');
  }
}
