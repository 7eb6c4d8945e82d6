import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where an article was before: whenever one is published, these addresses are looked up, among all addresses of the site until now. */
export class FindFormerAddresses1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "live_page_former" ON "live_page" ("tenant_id", "number") WHERE "kind" <> 'page'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "live_page_former"');
  }
}
