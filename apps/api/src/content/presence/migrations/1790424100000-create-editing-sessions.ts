import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages that have an article open. A crash may forget them: they say again that they are there. */
export class CreateEditingSessions1790424100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNLOGGED TABLE "editing_session" (
         "tenant_id" uuid NOT NULL,
         "number" integer NOT NULL,
         "page" uuid NOT NULL,
         "account_id" uuid NOT NULL,
         "seen_at" timestamptz NOT NULL,
         "pen_at" timestamptz,
         "asked_at" timestamptz,
         CONSTRAINT "editing_session_pkey" PRIMARY KEY ("tenant_id", "number", "page"),
         CONSTRAINT "editing_session_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE,
         CONSTRAINT "editing_session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
    );
    await runner.query('CREATE INDEX "editing_session_account_id" ON "editing_session" ("account_id")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "editing_session"');
  }
}
