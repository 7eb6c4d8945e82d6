import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API tokens of programs, and what readers see of authors. */
export class CreateApiTokensAndAuthors1790180000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "author_profile"');
    await runner.query('DROP TABLE "api_token"');
  }
}

const UP = [
  `CREATE TABLE "api_token" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid NOT NULL,
     "name" text NOT NULL,
     "token_hash" text NOT NULL,
     "hint" text NOT NULL,
     "permissions" text array NOT NULL,
     "created_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "last_used_at" timestamptz,
     CONSTRAINT "api_token_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "api_token_hash" UNIQUE ("token_hash"),
     CONSTRAINT "api_token_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "api_token_account" ON "api_token" ("tenant_id", "account_id", "created_at")`,
  `CREATE TABLE "author_profile" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "account_id" uuid,
     "name" text NOT NULL,
     "name_key" text COLLATE "C" NOT NULL,
     "biography" text NOT NULL DEFAULT '',
     "picture_url" text,
     "links" jsonb NOT NULL,
     "created_at" timestamptz NOT NULL,
     "version" integer NOT NULL DEFAULT 1,
     CONSTRAINT "author_profile_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "author_profile_account" UNIQUE ("tenant_id", "account_id"),
     CONSTRAINT "author_profile_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
     CONSTRAINT "author_profile_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE SET NULL)`,
  `CREATE INDEX "author_profile_name" ON "author_profile" ("tenant_id", "name_key", "id")`,
];
