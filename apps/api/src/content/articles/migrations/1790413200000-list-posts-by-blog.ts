import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of articles, narrowed to the posts of a blog. */
export class ListPostsByBlog1790413200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "article_of_blog" ON "article" ("tenant_id", "stream_number", "updated_at" DESC, "number" DESC)
         WHERE "type" = 1 AND "trashed_at" IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "article_of_blog"');
  }
}
