import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAiUsage1790910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "ai_day" (
         "tenant_id" uuid NOT NULL,
         "day" date NOT NULL,
         "tokens" bigint NOT NULL DEFAULT 0,
         CONSTRAINT "ai_day_pkey" PRIMARY KEY ("tenant_id", "day"),
         CONSTRAINT "ai_day_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
    await runner.query(
      `CREATE TABLE "ai_usage" (
         "tenant_id" uuid NOT NULL,
         "day" date NOT NULL,
         "account_id" uuid NOT NULL,
         "help" text NOT NULL,
         "calls" integer NOT NULL DEFAULT 0,
         "failures" integer NOT NULL DEFAULT 0,
         "refusals" integer NOT NULL DEFAULT 0,
         "tokens_in" bigint NOT NULL DEFAULT 0,
         "tokens_out" bigint NOT NULL DEFAULT 0,
         "reserved" bigint NOT NULL DEFAULT 0,
         CONSTRAINT "ai_usage_pkey" PRIMARY KEY ("tenant_id", "day", "account_id", "help"),
         CONSTRAINT "ai_usage_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
         CONSTRAINT "ai_usage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
    );
    await runner.query('CREATE INDEX "ai_usage_account_id" ON "ai_usage" ("account_id")');
    await runner.query(
      `CREATE TABLE "ai_state" (
         "tenant_id" uuid NOT NULL,
         "configuration" text NOT NULL,
         "success_at" timestamptz,
         "failure_at" timestamptz,
         "failing_since" timestamptz,
         "failure_kind" text,
         "detail" text,
         "detail_code" jsonb,
         "throttled_until" timestamptz,
         "latencies" integer[] NOT NULL DEFAULT '{}',
         CONSTRAINT "ai_state_pkey" PRIMARY KEY ("tenant_id"),
         CONSTRAINT "ai_state_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ai_state', 'ai_usage', 'ai_day']) await runner.query(`DROP TABLE "${table}"`);
  }
}
