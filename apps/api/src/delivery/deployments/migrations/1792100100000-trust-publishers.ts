import type { MigrationInterface, QueryRunner } from 'typeorm';

/** CI runs that can deploy an application without a key, and the tokens that they are given for some minutes. */
export class TrustPublishers1792100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OF_TENANT = (table: string): string =>
  `CONSTRAINT "${table}_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE`;

const UP = [
  `ALTER TABLE "application" ADD COLUMN "publishers_version" integer NOT NULL DEFAULT 1`,
  `CREATE TABLE "deploy_publisher" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "article_number" integer NOT NULL,
     "provider" text NOT NULL,
     "issuer" text COLLATE "C" NOT NULL,
     "repository" text NOT NULL,
     "repository_id" text COLLATE "C" NOT NULL,
     "owner_id" text COLLATE "C" NOT NULL,
     "workflow" text COLLATE "C" NOT NULL,
     "environment" text COLLATE "C",
     "ref" text COLLATE "C",
     "scope" text NOT NULL,
     "last_used_at" timestamptz,
     CONSTRAINT "deploy_publisher_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "deploy_publisher_provider" CHECK ("provider" IN ('github', 'gitlab')),
     CONSTRAINT "deploy_publisher_scope" CHECK ("scope" IN ('draft', 'deploy')),
     ${OF_TENANT('deploy_publisher')},
     CONSTRAINT "deploy_publisher_article_fkey" FOREIGN KEY ("tenant_id", "article_number")
       REFERENCES "application" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "deploy_publisher_article" ON "deploy_publisher" ("tenant_id", "article_number")`,
  // What was proven by a token of a CI service is proven once: \`proof\` is the hash of its issuer and id.
  `CREATE TABLE "deploy_token" (
     "tenant_id" uuid NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "proof" text COLLATE "C" NOT NULL,
     "publisher_id" uuid NOT NULL,
     "label" text NOT NULL,
     "expires_at" timestamptz NOT NULL,
     CONSTRAINT "deploy_token_pkey" PRIMARY KEY ("tenant_id", "hash"),
     CONSTRAINT "deploy_token_proof" UNIQUE ("tenant_id", "proof"),
     ${OF_TENANT('deploy_token')})`,
  `CREATE INDEX "deploy_token_expires_at" ON "deploy_token" ("expires_at")`,
];

const DOWN = [
  'DROP TABLE "deploy_token"',
  'DROP TABLE "deploy_publisher"',
  `ALTER TABLE "application" DROP COLUMN "publishers_version"`,
];
