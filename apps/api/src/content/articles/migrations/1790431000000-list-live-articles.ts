import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of articles, narrowed to what visitors see. */
export class ListLiveArticles1790431000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "article_live" ON "article" ("tenant_id", "updated_at" DESC, "number" DESC)
         WHERE "published_at" IS NOT NULL AND "trashed_at" IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "article_live"');
  }
}
