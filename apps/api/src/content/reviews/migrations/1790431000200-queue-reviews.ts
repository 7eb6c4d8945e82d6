import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reviews of all articles, as a queue. How many words a submission changes is counted once, when it is made. */
export class QueueReviews1790431000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "article_review" ADD COLUMN "words_inserted" integer, ADD COLUMN "words_removed" integer',
    );
    await runner.query(
      `CREATE INDEX "article_review_waiting" ON "article_review" ("tenant_id", "asked_at", "id")
         WHERE "ended_at" IS NULL AND "state" = 'in-review'`,
    );
    await runner.query(
      `CREATE INDEX "article_review_decided" ON "article_review" ("tenant_id", "decided_at" DESC, "id" DESC)
         WHERE "decided_at" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "article_review_decided"');
    await runner.query('DROP INDEX "article_review_waiting"');
    await runner.query(
      'ALTER TABLE "article_review" DROP COLUMN "words_removed", DROP COLUMN "words_inserted"',
    );
  }
}
