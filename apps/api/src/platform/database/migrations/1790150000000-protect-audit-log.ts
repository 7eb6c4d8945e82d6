import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log can only be added to, knows its own end, and has an index for every filter. The triggers hold for
 * the product's own role as well; what they let through is the retention, which has to say so
 * (`SET LOCAL sitedesk.audit_retention = 'on'`), and the deletion of a whole tenant.
 */
export class ProtectAuditLog1790150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE "audit_entry" ALTER COLUMN "at" TYPE timestamptz(3)`,
  `DROP INDEX "audit_entry_actor", "audit_entry_action", "audit_entry_target", "audit_entry_at"`,
  `CREATE INDEX "audit_entry_at" ON "audit_entry" ("tenant_id", "at", "sequence")`,
  `CREATE INDEX "audit_entry_actor" ON "audit_entry" ("tenant_id", "actor_id", "at", "sequence")`,
  `CREATE INDEX "audit_entry_action" ON "audit_entry" ("tenant_id", "action", "at", "sequence")`,
  `CREATE INDEX "audit_entry_action_group" ON "audit_entry" ("tenant_id", split_part("action", '.', 1), "at", "sequence")`,
  `CREATE INDEX "audit_entry_target" ON "audit_entry" ("tenant_id", "target_id", "at", "sequence")`,
  `CREATE INDEX "audit_entry_outcome" ON "audit_entry" ("tenant_id", "outcome", "at", "sequence")`,
  `CREATE INDEX "audit_entry_request" ON "audit_entry" ("tenant_id", "request_id", "at", "sequence")`,
  `CREATE INDEX "audit_entry_address" ON "audit_entry" ("tenant_id", "client_address", "at", "sequence")`,
  `CREATE TABLE "audit_head" (
     "tenant_id" uuid NOT NULL,
     "sequence" bigint NOT NULL,
     "hash" text NOT NULL,
     "anchor_sequence" bigint NOT NULL,
     "anchor_hash" text NOT NULL,
     CONSTRAINT "audit_head_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "audit_head_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `INSERT INTO "audit_head" ("tenant_id", "sequence", "hash", "anchor_sequence", "anchor_hash")
     SELECT DISTINCT ON ("tenant_id") "tenant_id", "sequence", "hash", 0, repeat('0', 64)
       FROM "audit_entry" ORDER BY "tenant_id", "sequence" DESC`,
  `CREATE FUNCTION "audit_entry_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' THEN
       IF current_setting('sitedesk.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
       IF NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     END IF;
     RAISE EXCEPTION 'The audit log can only be added to.' USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE FUNCTION "audit_head_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'UPDATE' THEN
       IF NEW."tenant_id" = OLD."tenant_id" AND NEW."sequence" >= OLD."sequence"
          AND NEW."anchor_sequence" >= OLD."anchor_sequence"
          AND (NEW."anchor_sequence" = OLD."anchor_sequence"
               OR current_setting('sitedesk.audit_retention', true) = 'on') THEN RETURN NEW; END IF;
     END IF;
     IF TG_OP = 'DELETE' THEN
       IF NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     END IF;
     RAISE EXCEPTION 'The end of the audit log can only move on.' USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE TRIGGER "audit_entry_rows" BEFORE UPDATE OR DELETE ON "audit_entry"
     FOR EACH ROW EXECUTE FUNCTION "audit_entry_guard"()`,
  `CREATE TRIGGER "audit_entry_truncate" BEFORE TRUNCATE ON "audit_entry"
     FOR EACH STATEMENT EXECUTE FUNCTION "audit_entry_guard"()`,
  `CREATE TRIGGER "audit_head_rows" BEFORE UPDATE OR DELETE ON "audit_head"
     FOR EACH ROW EXECUTE FUNCTION "audit_head_guard"()`,
  `CREATE TRIGGER "audit_head_truncate" BEFORE TRUNCATE ON "audit_head"
     FOR EACH STATEMENT EXECUTE FUNCTION "audit_head_guard"()`,
];

const DOWN = [
  `DROP TRIGGER "audit_entry_rows" ON "audit_entry"`,
  `DROP TRIGGER "audit_entry_truncate" ON "audit_entry"`,
  `DROP TABLE "audit_head"`,
  `DROP FUNCTION "audit_entry_guard"()`,
  `DROP FUNCTION "audit_head_guard"()`,
  `DROP INDEX "audit_entry_actor", "audit_entry_action", "audit_entry_action_group", "audit_entry_target",
     "audit_entry_outcome", "audit_entry_request", "audit_entry_address", "audit_entry_at"`,
  `ALTER TABLE "audit_entry" ALTER COLUMN "at" TYPE timestamptz`,
  `CREATE INDEX "audit_entry_actor" ON "audit_entry" ("tenant_id", "actor_id", "sequence")`,
  `CREATE INDEX "audit_entry_action" ON "audit_entry" ("tenant_id", "action", "sequence")`,
  `CREATE INDEX "audit_entry_target" ON "audit_entry" ("tenant_id", "target_id", "sequence")`,
  `CREATE INDEX "audit_entry_at" ON "audit_entry" ("tenant_id", "at")`,
];
