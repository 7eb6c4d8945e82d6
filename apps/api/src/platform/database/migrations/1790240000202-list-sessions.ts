import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators see every sign-in of their site, page after page. */
export class ListSessions1790240000202 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "session_tenant_created" ON "session" ("tenant_id", "created_at", "id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "session_tenant_created"`);
  }
}
