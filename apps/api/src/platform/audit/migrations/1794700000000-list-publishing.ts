import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What put pages online or took them offline at once, among everything else that happened to articles. */
export class ListPublishing1794700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "audit_entry_of_publishing" ON "audit_entry" ("tenant_id", "at", "sequence")
         WHERE "target_kind" = 'article' AND "outcome" = 'done'
           AND "action" IN ('article.publish', 'article.withdraw', 'article.undo-publication', 'article.trash')
           AND "after"->>'plan' IS NULL AND ("action" <> 'article.trash' OR "after"->>'answer' IS NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "audit_entry_of_publishing"');
  }
}
