import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberUsedTokens1790315000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNLOGGED TABLE "captcha_used_token" (
         "tenant_id" uuid NOT NULL,
         "token_hash" text NOT NULL,
         "expires_at" timestamptz NOT NULL,
         CONSTRAINT "captcha_used_token_pkey" PRIMARY KEY ("tenant_id", "token_hash"))`,
    );
    await runner.query(`CREATE INDEX "captcha_used_token_expiry" ON "captcha_used_token" ("expires_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "captcha_used_token"');
  }
}
