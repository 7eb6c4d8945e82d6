import type { AuditAction } from '@sitedesk/contract/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a site last changed for visitors, and when a blog did for programs, in whole seconds, none of them twice: so that a date names one
 * state. A page is made of the layout, the menu, bylines and lists as well as its article, so it has the date of its site. The
 * audit log has every change, in the order in which they take effect: an entry is what moves the date on, while its writer holds the end of the log.
 */
export class DateChanges1794000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** What can change a page. */
export const VISIBLE = [
  'article.publish',
  'article.withdraw',
  'article.trash',
  'article.restore',
  'article.delete',
  'article.bulk',
  'article.release-address',
  'article.rename-blog',
  'article.set-blog',
  'article.move-to-blog',
  'article.undo-publication',
  'article.set-access',
  'author.change',
  'author.delete',
  'file.change',
  'file.replace',
  'file.restore-version',
  'file.move',
  'file.trash',
  'file.restore',
  'file.delete',
  'folder.delete',
  'import.run',
  'import.undo',
  'keys.rotate',
  'layout.publish',
  'layout.undo-publication',
  'menu.change',
  'redirect.create',
  'redirect.change',
  'redirect.delete',
  'redirect.import',
  'release.publish',
  'retention.run',
  'setting.change',
  'setting.reset',
  'setting.undo',
  'setting.command',
  'site.change',
  'site.import',
] as const satisfies readonly AuditAction[];

const UP = [
  `CREATE TABLE "site_change" (
     "tenant_id" uuid NOT NULL,
     "at" timestamptz NOT NULL,
     "transaction" xid8 NOT NULL,
     CONSTRAINT "site_change_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "site_change_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  noteSiteChange(VISIBLE),
  `CREATE TRIGGER "audit_entry_site_change" AFTER INSERT ON "audit_entry" REFERENCING NEW TABLE AS "added"
     FOR EACH STATEMENT EXECUTE FUNCTION "note_site_change"()`,
  `ALTER TABLE "stream_state" ADD "changed_at" timestamptz`,
  `CREATE FUNCTION "date_stream_state"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW."changed_at" := date_trunc('second', clock_timestamp());
     IF TG_OP = 'UPDATE' AND OLD."changed_at" >= NEW."changed_at" THEN
       NEW."changed_at" := OLD."changed_at" + interval '1 second';
     END IF;
     RETURN NEW;
   END $$`,
  // One that arrives with an archive has its date already.
  `CREATE TRIGGER "stream_state_first" BEFORE INSERT ON "stream_state" FOR EACH ROW WHEN (NEW."changed_at" IS NULL)
     EXECUTE FUNCTION "date_stream_state"()`,
  `CREATE TRIGGER "stream_state_dated" BEFORE UPDATE OF "version" ON "stream_state" FOR EACH ROW EXECUTE FUNCTION "date_stream_state"()`,
];

const DOWN = [
  'DROP TRIGGER "stream_state_dated" ON "stream_state"',
  'DROP TRIGGER "stream_state_first" ON "stream_state"',
  'DROP FUNCTION "date_stream_state"()',
  'ALTER TABLE "stream_state" DROP "changed_at"',
  'DROP TRIGGER "audit_entry_site_change" ON "audit_entry"',
  'DROP FUNCTION "note_site_change"()',
  'DROP TABLE "site_change"',
];

/** Once for each transaction, however many entries it has. Every instance reads the date again. */
export function noteSiteChange(actions: readonly AuditAction[]): string {
  return `CREATE OR REPLACE FUNCTION "note_site_change"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO "site_change" AS c ("tenant_id", "at", "transaction")
     SELECT DISTINCT "tenant_id", date_trunc('second', clock_timestamp()), pg_current_xact_id() FROM "added"
     WHERE "outcome" = 'done' AND "action" IN (${actions.map((action) => `'${action}'`).join(', ')}) ORDER BY 1
     ON CONFLICT ("tenant_id") DO UPDATE
       SET "at" = greatest(excluded."at", c."at" + interval '1 second'), "transaction" = excluded."transaction"
       WHERE c."transaction" <> excluded."transaction";
     PERFORM pg_notify('sitedesk_pages', "tenant_id"::text) FROM "site_change"
       WHERE "tenant_id" IN (SELECT "tenant_id" FROM "added") AND "transaction" = pg_current_xact_id_if_assigned();
     RETURN NULL;
   END $$`;
}
