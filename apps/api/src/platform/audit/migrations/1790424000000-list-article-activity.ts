import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened to articles, among everything else that is in the log. */
export class ListArticleActivity1790424000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "audit_entry_of_articles" ON "audit_entry" ("tenant_id", "at", "sequence")
         WHERE "target_kind" = 'article' AND "outcome" = 'done'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "audit_entry_of_articles"');
  }
}
