import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What slows guessing down. A crash may forget the wrong guesses: that table is unlogged. */
export class ProtectSignIn1790170000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "known_device"');
    await runner.query('DROP TABLE "sign_in_failure"');
    await runner.query('ALTER TABLE "account" DROP COLUMN "failed_sign_ins"');
  }
}

const UP = [
  `ALTER TABLE "account" ADD COLUMN "failed_sign_ins" integer NOT NULL DEFAULT 0`,
  `CREATE UNLOGGED TABLE "sign_in_failure" (
     "tenant_id" uuid NOT NULL,
     "email_key" text NOT NULL,
     "address" text NOT NULL,
     "failures" integer NOT NULL,
     "last_at" timestamptz NOT NULL,
     CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("tenant_id", "email_key", "address"))`,
  `CREATE INDEX "sign_in_failure_last" ON "sign_in_failure" ("last_at")`,
  `CREATE TABLE "known_device" (
     "token_hash" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "last_used_at" timestamptz NOT NULL,
     CONSTRAINT "known_device_pkey" PRIMARY KEY ("token_hash"),
     CONSTRAINT "known_device_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "known_device_account" ON "known_device" ("tenant_id", "account_id")`,
];
