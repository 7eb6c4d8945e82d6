import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries about many things name each of them, and an action of many requests is one entry with parts. */
export class KeepAffectedIds1790340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX "audit_entry_main", "audit_entry_main_actor", "audit_entry_part_of", "audit_entry_affected"',
    );
    await runner.query('ALTER TABLE "audit_entry" DROP COLUMN "part_of", DROP COLUMN "affected"');
  }
}

const MAIN = `"part_of" IS NULL AND ("action" <> 'contact.mark-read' OR "target_id" IS NULL)`;

const UP = [
  `ALTER TABLE "audit_entry" ADD COLUMN "part_of" uuid, ADD COLUMN "affected" uuid[]`,
  `CREATE INDEX "audit_entry_main" ON "audit_entry" ("tenant_id", "at", "sequence") WHERE ${MAIN}`,
  `CREATE INDEX "audit_entry_main_actor" ON "audit_entry" ("tenant_id", "actor_id", "at", "sequence") WHERE ${MAIN}`,
  `CREATE INDEX "audit_entry_part_of" ON "audit_entry" ("tenant_id", "part_of", "at", "sequence")
     WHERE "part_of" IS NOT NULL`,
  `CREATE INDEX "audit_entry_affected" ON "audit_entry" USING gin ("affected") WHERE "affected" IS NOT NULL`,
];
