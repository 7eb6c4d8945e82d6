import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the trash lists, and what the database looks for when an article is deleted: rows that refer to it. */
export class IndexArticleReferences1790400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['article_trashed', 'article_post', 'publication_content', 'live_page_publication'])
      await runner.query(`DROP INDEX "${name}"`);
  }
}

const UP = [
  `CREATE INDEX "article_trashed" ON "article" ("tenant_id", "trashed_at" DESC, "number" DESC) WHERE "trashed_at" IS NOT NULL`,
  `CREATE INDEX "article_post" ON "article" ("tenant_id", "stream_number") WHERE "stream_number" IS NOT NULL`,
  `CREATE INDEX "publication_content" ON "publication" ("tenant_id", "body_hash")`,
  `CREATE INDEX "live_page_publication" ON "live_page" ("tenant_id", "publication_id") WHERE "publication_id" IS NOT NULL`,
];
