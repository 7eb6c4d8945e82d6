import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A purge can be done in parts, and is found by the article that it is about. */
export class ExtendCdnPurges1790930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "cdn_purge" ADD "rest" text[]');
    await runner.query(
      'CREATE INDEX "cdn_purge_article" ON "cdn_purge" ("tenant_id", "article", "created_at", "id") WHERE (article IS NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "cdn_purge_article"');
    await runner.query('ALTER TABLE "cdn_purge" DROP COLUMN "rest"');
  }
}
