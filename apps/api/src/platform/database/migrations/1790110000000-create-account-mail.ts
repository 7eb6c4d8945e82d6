import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One-time links, and the emails that carry them: the outbox takes emails that aren't about a submission. */
export class CreateAccountMail1790110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE "outbox_message"
     DROP CONSTRAINT "outbox_message_id_fkey",
     ADD "kind" text NOT NULL DEFAULT 'submission',
     ADD "expires_at" timestamptz`,
  // What the foreign key did: it cannot say "only rows of this kind", and a column of its own would cost every submit an index.
  `CREATE FUNCTION "delete_notification"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     DELETE FROM outbox_message o USING gone WHERE o.id = gone.id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "contact_submission_deleted" AFTER DELETE ON "contact_submission"
     REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "delete_notification"()`,
  `CREATE TABLE "account_mail" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "kind" text NOT NULL,
     "link_id" uuid,
     "content" text,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "account_mail_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "account_mail_id_fkey" FOREIGN KEY ("id") REFERENCES "outbox_message" ("id") ON DELETE CASCADE,
     CONSTRAINT "account_mail_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "account_mail_account" ON "account_mail" ("account_id", "created_at")`,
  `CREATE TABLE "one_time_link" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "purpose" text NOT NULL,
     "token_hash" text NOT NULL,
     "email" text,
     "created_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "used_at" timestamptz,
     CONSTRAINT "one_time_link_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "one_time_link_token" UNIQUE ("token_hash"),
     CONSTRAINT "one_time_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "one_time_link_account" ON "one_time_link" ("account_id", "purpose")`,
];

const DOWN = [
  `DROP TABLE "one_time_link"`,
  `DROP TABLE "account_mail"`,
  `DROP TRIGGER "contact_submission_deleted" ON "contact_submission"`,
  `DROP FUNCTION "delete_notification"()`,
  `DELETE FROM "outbox_message" WHERE "kind" <> 'submission'`,
  `ALTER TABLE "outbox_message"
     DROP COLUMN "expires_at",
     DROP COLUMN "kind",
     ADD CONSTRAINT "outbox_message_id_fkey" FOREIGN KEY ("id") REFERENCES "contact_submission" ("id") ON DELETE CASCADE`,
];
