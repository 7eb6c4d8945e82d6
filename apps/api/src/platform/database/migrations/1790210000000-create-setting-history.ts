import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who changed which setting, whether mail was tried out, and which pages load the visitor's script. */
export class CreateSettingHistory1790210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE "outbox_message" SET "state" = 'dead' WHERE "state" = 'cancelled'`);
    await runner.query('ALTER TABLE "contact_submission" DROP COLUMN "is_test"');
    await runner.query('DROP TABLE "contact_form_page"');
    await runner.query('DROP TABLE "email_verification"');
    await runner.query('DROP TABLE "setting_change"');
  }
}

const UP = [
  `CREATE TABLE "setting_change" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "group" text NOT NULL,
     "version" integer NOT NULL,
     "at" timestamptz NOT NULL,
     "actor_kind" text NOT NULL,
     "actor_id" uuid,
     "actor_label" text NOT NULL,
     "kind" text NOT NULL,
     "undoes" uuid,
     "items" jsonb NOT NULL,
     CONSTRAINT "setting_change_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "setting_change_version" UNIQUE ("tenant_id", "group", "version"),
     CONSTRAINT "setting_change_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "setting_change_tenant" ON "setting_change" ("tenant_id", "id")`,
  `CREATE TABLE "email_verification" (
     "tenant_id" uuid NOT NULL,
     "fingerprint" text NOT NULL,
     "ok" boolean NOT NULL,
     "at" timestamptz NOT NULL,
     "actor_label" text NOT NULL,
     "phases" jsonb NOT NULL,
     CONSTRAINT "email_verification_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "email_verification_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "contact_form_page" (
     "tenant_id" uuid NOT NULL,
     "page" text NOT NULL,
     "own_host" boolean NOT NULL,
     "first_seen_at" timestamptz NOT NULL,
     "last_seen_at" timestamptz NOT NULL,
     "loads" bigint NOT NULL,
     CONSTRAINT "contact_form_page_pkey" PRIMARY KEY ("tenant_id", "page"),
     CONSTRAINT "contact_form_page_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `ALTER TABLE "contact_submission" ADD "is_test" boolean NOT NULL DEFAULT false`,
];
