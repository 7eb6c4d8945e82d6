import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys, and the challenges of their ceremonies. */
export class CreatePasskeys1790140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE "passkey_user" (
     "account_id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "handle" text NOT NULL,
     CONSTRAINT "passkey_user_pkey" PRIMARY KEY ("account_id"),
     CONSTRAINT "passkey_user_handle" UNIQUE ("tenant_id", "handle"),
     CONSTRAINT "passkey_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "passkey" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "rp_id" text NOT NULL,
     "credential_id" text NOT NULL,
     "public_key" bytea NOT NULL,
     "counter" bigint NOT NULL,
     "transports" text[] NOT NULL,
     "name" text NOT NULL,
     "backup_eligible" boolean NOT NULL,
     "backed_up" boolean NOT NULL,
     "created_at" timestamptz NOT NULL,
     "last_used_at" timestamptz,
     "flagged_at" timestamptz,
     CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "passkey_credential" UNIQUE ("tenant_id", "credential_id"),
     CONSTRAINT "passkey_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "passkey_account" ON "passkey" ("account_id", "created_at")`,
  `CREATE TABLE "webauthn_challenge" (
     "challenge" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     "purpose" text NOT NULL,
     "bound_to" text NOT NULL,
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "webauthn_challenge_pkey" PRIMARY KEY ("challenge"),
     CONSTRAINT "webauthn_challenge_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "webauthn_challenge_expiry" ON "webauthn_challenge" ("expires_at")`,
];

const DOWN = [`DROP TABLE "webauthn_challenge"`, `DROP TABLE "passkey"`, `DROP TABLE "passkey_user"`];
