import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions know the identity that they came through, and end with it; groups can be not known anymore. */
export class TieSessionsToIdentities1790230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  // Of these nobody knows through which identity they came. Their holders sign in again.
  `DELETE FROM "session" WHERE 'oidc' = ANY ("methods")`,
  `ALTER TABLE "session" ADD "identity_id" uuid`,
  `ALTER TABLE "session" ADD CONSTRAINT "session_identity_id_fkey"
     FOREIGN KEY ("identity_id") REFERENCES "external_identity" ("id") ON DELETE CASCADE`,
  `CREATE INDEX "session_identity" ON "session" ("identity_id")`,
  `CREATE INDEX "external_identity_provider" ON "external_identity" ("provider_id")`,
  `ALTER TABLE "external_identity" ALTER COLUMN "groups_read_at" DROP NOT NULL`,
];

const DOWN = [
  `UPDATE "external_identity" SET "groups_read_at" = "created_at" WHERE "groups_read_at" IS NULL`,
  `ALTER TABLE "external_identity" ALTER COLUMN "groups_read_at" SET NOT NULL`,
  `DROP INDEX "external_identity_provider"`,
  `ALTER TABLE "session" DROP COLUMN "identity_id"`,
];
