import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People and what they may do: accounts, roles, sessions, the keys of their data, and the audit log. */
export class CreateIdentity1790100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}

const UP = [
  `CREATE TABLE "tenant_key" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "purpose" text NOT NULL,
     "wrapped_key" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "retired_at" timestamptz,
     CONSTRAINT "tenant_key_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "tenant_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE UNIQUE INDEX "tenant_key_current" ON "tenant_key" ("tenant_id", "purpose") WHERE (retired_at IS NULL)`,
  `CREATE TABLE "account" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "email" text NOT NULL,
     "email_key" text NOT NULL,
     "display_name" text NOT NULL,
     "password_hash" text,
     "password_changed_at" timestamptz,
     "email_confirmed_at" timestamptz,
     "status" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "last_sign_in_at" timestamptz,
     "version" integer NOT NULL DEFAULT 1,
     CONSTRAINT "account_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "account_tenant_email" UNIQUE ("tenant_id", "email_key"),
     CONSTRAINT "account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "account_tenant_created" ON "account" ("tenant_id", "created_at", "id")`,
  `CREATE INDEX "account_tenant_name" ON "account" ("tenant_id", "display_name", "id")`,
  `CREATE TABLE "role" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "name" text NOT NULL,
     "name_key" text NOT NULL,
     "description" text NOT NULL DEFAULT '',
     "permissions" text array NOT NULL,
     "created_at" timestamptz NOT NULL,
     "version" integer NOT NULL DEFAULT 1,
     CONSTRAINT "role_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "role_tenant_name" UNIQUE ("tenant_id", "name_key"),
     CONSTRAINT "role_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "account_role" (
     "account_id" uuid NOT NULL,
     "role_key" text NOT NULL,
     "source" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     "role_id" uuid,
     CONSTRAINT "account_role_pkey" PRIMARY KEY ("account_id", "role_key", "source"),
     CONSTRAINT "account_role_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE,
     CONSTRAINT "account_role_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "account_role_tenant_role" ON "account_role" ("tenant_id", "role_key", "account_id")`,
  `CREATE INDEX "account_role_role" ON "account_role" ("role_id")`,
  `CREATE TABLE "session" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "token_hash" text NOT NULL,
     "kind" text NOT NULL,
     "methods" text array NOT NULL,
     "created_at" timestamptz NOT NULL,
     "last_seen_at" timestamptz NOT NULL,
     "authenticated_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "client_address" text NOT NULL,
     "user_agent" text NOT NULL,
     CONSTRAINT "session_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "session_token" UNIQUE ("token_hash"),
     CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "session_account" ON "session" ("tenant_id", "account_id")`,
  `CREATE INDEX "session_expiry" ON "session" ("expires_at")`,
  `CREATE TABLE "setup_state" (
     "tenant_id" uuid NOT NULL,
     "code" text,
     "closed_at" timestamptz,
     CONSTRAINT "setup_state_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "setup_state_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "audit_entry" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "sequence" bigint NOT NULL,
     "at" timestamptz NOT NULL,
     "actor_kind" text NOT NULL,
     "actor_id" uuid,
     "actor_label" text NOT NULL,
     "action" text NOT NULL,
     "target_kind" text,
     "target_id" text,
     "outcome" text NOT NULL,
     "reason" text,
     "before" jsonb,
     "after" jsonb,
     "client_address" text NOT NULL,
     "user_agent" text NOT NULL,
     "request_id" text NOT NULL,
     "previous_hash" text NOT NULL,
     "hash" text NOT NULL,
     CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "audit_entry_tenant_sequence" UNIQUE ("tenant_id", "sequence"),
     CONSTRAINT "audit_entry_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "audit_entry_actor" ON "audit_entry" ("tenant_id", "actor_id", "sequence")`,
  `CREATE INDEX "audit_entry_action" ON "audit_entry" ("tenant_id", "action", "sequence")`,
  `CREATE INDEX "audit_entry_target" ON "audit_entry" ("tenant_id", "target_id", "sequence")`,
  `CREATE INDEX "audit_entry_at" ON "audit_entry" ("tenant_id", "at")`,
];

const TABLES = ['audit_entry', 'setup_state', 'session', 'account_role', 'role', 'account', 'tenant_key'];
