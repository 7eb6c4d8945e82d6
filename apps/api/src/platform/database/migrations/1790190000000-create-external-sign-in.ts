import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signing in at OpenID providers. */
export class CreateExternalSignIn1790190000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}

const UP = [
  `CREATE TABLE "identity_provider" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "name" text NOT NULL,
     "preset" text NOT NULL,
     "issuer" text NOT NULL,
     "client_id" text NOT NULL,
     "client_secret" text,
     "scopes" text array NOT NULL,
     "group_claim" text,
     "directory_url" text,
     "allow_sign_up" boolean NOT NULL,
     "enabled" boolean NOT NULL,
     "created_at" timestamptz NOT NULL,
     "version" integer NOT NULL DEFAULT 1,
     CONSTRAINT "identity_provider_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "identity_provider_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "identity_provider_tenant" ON "identity_provider" ("tenant_id", "name", "id")`,
  `CREATE TABLE "group_role_mapping" (
     "provider_id" uuid NOT NULL,
     "group_id" text NOT NULL,
     "role_key" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     "role_id" uuid,
     CONSTRAINT "group_role_mapping_pkey" PRIMARY KEY ("provider_id", "group_id", "role_key"),
     CONSTRAINT "group_role_mapping_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_provider" ("id") ON DELETE CASCADE,
     CONSTRAINT "group_role_mapping_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "group_role_mapping_role" ON "group_role_mapping" ("role_id")`,
  `CREATE TABLE "external_identity" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "provider_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "issuer" text NOT NULL,
     "subject" text NOT NULL,
     "groups" text array NOT NULL,
     "groups_read_at" timestamptz NOT NULL,
     "refresh_token" text,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "external_identity_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "external_identity_subject" UNIQUE ("tenant_id", "issuer", "subject"),
     CONSTRAINT "external_identity_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_provider" ("id") ON DELETE CASCADE,
     CONSTRAINT "external_identity_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "external_identity_account" ON "external_identity" ("tenant_id", "account_id")`,
  `CREATE TABLE "external_sign_in" (
     "state_hash" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     "provider_id" uuid NOT NULL,
     "browser_hash" text NOT NULL,
     "nonce" text NOT NULL,
     "verifier" text NOT NULL,
     "return_to" text NOT NULL,
     "link_account_id" uuid,
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "external_sign_in_pkey" PRIMARY KEY ("state_hash"),
     CONSTRAINT "external_sign_in_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_provider" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "external_sign_in_expiry" ON "external_sign_in" ("expires_at")`,
];

const TABLES = ['external_sign_in', 'external_identity', 'group_role_mapping', 'identity_provider'];
