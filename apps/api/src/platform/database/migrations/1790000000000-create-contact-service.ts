import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everything the contact service stores: tenants, settings, submissions, their audit, the outbox and the counters. */
export class CreateContactService1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}

const UP = [
  `CREATE TABLE "tenant" (
     "id" uuid NOT NULL,
     "name" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "tenant_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "tenant_hostname" (
     "hostname" text NOT NULL,
     "tenant_id" uuid NOT NULL,
     CONSTRAINT "tenant_hostname_pkey" PRIMARY KEY ("hostname"),
     CONSTRAINT "tenant_hostname_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "tenant_hostname_tenant" ON "tenant_hostname" ("tenant_id")`,
  `CREATE TABLE "setting" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "group" text NOT NULL,
     "name" text NOT NULL,
     "value" text NOT NULL,
     "description" text NOT NULL DEFAULT '',
     "updated_at" timestamptz NOT NULL,
     CONSTRAINT "setting_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "setting_tenant_group_name" UNIQUE ("tenant_id", "group", "name"),
     CONSTRAINT "setting_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "contact_submission" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "name" text NOT NULL,
     "email" text NOT NULL,
     "message" text NOT NULL,
     "client_address" text NOT NULL,
     "user_agent" text,
     "page" text,
     "hostname" text NOT NULL,
     "received_at" timestamptz NOT NULL,
     "receipt_code" text NOT NULL,
     "status" text NOT NULL,
     "error" text,
     "idempotency_key" text,
     CONSTRAINT "contact_submission_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "contact_submission_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "contact_submission_tenant_received" ON "contact_submission" ("tenant_id", "received_at", "id")`,
  `CREATE UNIQUE INDEX "contact_submission_idempotency" ON "contact_submission" ("tenant_id", "idempotency_key")
     WHERE (idempotency_key IS NOT NULL)`,
  `CREATE TABLE "contact_attempt" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "submission_id" uuid,
     "email" text,
     "client_address" text NOT NULL,
     "at" timestamptz NOT NULL,
     "status" text NOT NULL,
     "error" text,
     "detail" text,
     "request_id" text NOT NULL,
     "occurrences" integer NOT NULL DEFAULT 1,
     CONSTRAINT "contact_attempt_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "contact_attempt_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "contact_attempt_tenant_at" ON "contact_attempt" ("tenant_id", "at", "id")`,
  `CREATE INDEX "contact_attempt_submission" ON "contact_attempt" ("submission_id")`,
  `CREATE TABLE "outbox_message" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "state" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "attempts" integer NOT NULL DEFAULT 0,
     "next_attempt_at" timestamptz NOT NULL,
     "lease_owner" integer,
     "leased_until" timestamptz,
     "last_error" text,
     "sent_at" timestamptz,
     CONSTRAINT "outbox_message_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "outbox_message_id_fkey" FOREIGN KEY ("id") REFERENCES "contact_submission" ("id") ON DELETE CASCADE,
     CONSTRAINT "outbox_message_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "outbox_message_due" ON "outbox_message" ("tenant_id", "next_attempt_at") WHERE (state = 'queued'::text)`,
  `CREATE INDEX "outbox_message_leased" ON "outbox_message" ("leased_until") WHERE (state = 'sending'::text)`,
  `CREATE INDEX "outbox_message_tenant" ON "outbox_message" ("tenant_id", "created_at", "id")`,
  `CREATE TABLE "delivery_attempt" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "outbox_id" uuid NOT NULL,
     "at" timestamptz NOT NULL,
     "outcome" text NOT NULL,
     "provider" text NOT NULL,
     "detail" text NOT NULL,
     "duration_ms" integer NOT NULL,
     CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "delivery_attempt_outbox_id_fkey" FOREIGN KEY ("outbox_id") REFERENCES "outbox_message" ("id") ON DELETE CASCADE,
     CONSTRAINT "delivery_attempt_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "delivery_attempt_message" ON "delivery_attempt" ("outbox_id", "at")`,
  `CREATE TABLE "provider_state" (
     "tenant_id" uuid NOT NULL,
     "fingerprint" text NOT NULL,
     "failures" integer NOT NULL,
     "kind" text NOT NULL,
     "detail" text NOT NULL,
     "last_attempt_at" timestamptz NOT NULL,
     "held_until" timestamptz NOT NULL,
     CONSTRAINT "provider_state_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "provider_state_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "key_check" (
     "key_id" text NOT NULL,
     "proof" text NOT NULL,
     CONSTRAINT "key_check_pkey" PRIMARY KEY ("key_id"))`,
  // Counters and verdicts that a crash may forget: UNLOGGED, so that they cost no flush to disk.
  `CREATE UNLOGGED TABLE "rate_limit_counter" (
     "key" text NOT NULL,
     "window_start" timestamptz NOT NULL,
     "hits" integer NOT NULL,
     CONSTRAINT "rate_limit_counter_pkey" PRIMARY KEY ("window_start", "key"))`,
  `CREATE UNLOGGED TABLE "captcha_pass" (
     "tenant_id" uuid NOT NULL,
     "client_address" text NOT NULL,
     "token_hash" text NOT NULL,
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "captcha_pass_pkey" PRIMARY KEY ("tenant_id", "client_address", "token_hash"))`,
];

const TABLES = [
  'captcha_pass',
  'rate_limit_counter',
  'key_check',
  'provider_state',
  'delivery_attempt',
  'outbox_message',
  'contact_attempt',
  'contact_submission',
  'setting',
  'tenant_hostname',
  'tenant',
];
