import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of articles: by type, and by words of title and address, which are those of the inbox's search. */
export class FindArticles1790410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "article_of_type" ON "article" ("tenant_id", "type", "updated_at" DESC, "number" DESC) WHERE "trashed_at" IS NULL`,
    );
    await runner.query(
      `CREATE INDEX "article_words" ON "article" USING gin ("contact_words"("tenant_id", "title" || ' ' || "path"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "article_words"');
    await runner.query('DROP INDEX "article_of_type"');
  }
}
