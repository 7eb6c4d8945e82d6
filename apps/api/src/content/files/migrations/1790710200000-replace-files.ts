import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An upload can become the next version of a file that is there. */
export class ReplaceFiles1790710200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "upload" ADD "replaces" uuid, ADD "replaces_revision" integer');
    await runner.query(
      `CREATE INDEX "file_version_replaced" ON "file_version" ("tenant_id", "replaced_at", "file_id", "version") WHERE "replaced_at" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "file_version_replaced"');
    await runner.query('ALTER TABLE "upload" DROP "replaces_revision", DROP "replaces"');
  }
}
