import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secret URLs under which people's calendar programs read what is scheduled, one for each person at most. */
export class CreateCalendarFeeds1794600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "calendar_feed" (
         "account_id" uuid NOT NULL,
         "tenant_id" uuid NOT NULL,
         "token_hash" text NOT NULL,
         "created_at" timestamptz NOT NULL,
         "last_used_at" timestamptz,
         CONSTRAINT "calendar_feed_pkey" PRIMARY KEY ("account_id"),
         CONSTRAINT "calendar_feed_token" UNIQUE ("token_hash"),
         CONSTRAINT "calendar_feed_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "calendar_feed"');
  }
}
