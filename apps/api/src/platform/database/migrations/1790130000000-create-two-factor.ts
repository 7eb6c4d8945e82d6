import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticator apps and recovery codes. */
export class CreateTwoFactor1790130000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE "totp_credential" (
     "account_id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "secret" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "confirmed_at" timestamptz,
     "last_used_step" integer NOT NULL DEFAULT 0,
     CONSTRAINT "totp_credential_pkey" PRIMARY KEY ("account_id"),
     CONSTRAINT "totp_credential_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "recovery_code" (
     "account_id" uuid NOT NULL,
     "code_hash" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("account_id", "code_hash"),
     CONSTRAINT "recovery_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `ALTER TABLE "session" ADD COLUMN "proof_tries" integer NOT NULL DEFAULT 0`,
  `ALTER TABLE "account" ADD COLUMN "password_found_short_at" timestamptz`,
];

const DOWN = [
  `ALTER TABLE "account" DROP COLUMN "password_found_short_at"`,
  `ALTER TABLE "session" DROP COLUMN "proof_tries"`,
  `DROP TABLE "recovery_code"`,
  `DROP TABLE "totp_credential"`,
];
