import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions that nobody asked for may be deleted once they are old. So they stand beside the chain of hashes: it goes on from the
 * version before them. Those that are part of a chain already stay.
 */
export class ThinVersions1790430000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "article_version" ADD COLUMN "chained" boolean NOT NULL DEFAULT true');
    await runner.query(
      `ALTER TABLE "article_version" ADD CONSTRAINT "article_version_chained" CHECK ("chained" OR "kind" = 'checkpoint')`,
    );
    await runner.query(
      `CREATE INDEX "article_version_checkpoint" ON "article_version" ("tenant_id", "number", "version") INCLUDE ("at")
       WHERE NOT "chained" AND "note" IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "article_version" DROP COLUMN "chained"');
  }
}
