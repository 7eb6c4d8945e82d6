import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is live by an author or with a tag. Visitors read these tables, so nothing that isn't live stands in them. */
export class ListByAuthorAndTag1790420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "live_list_entry"');
    await runner.query('DROP TABLE "live_list"');
  }
}

const UP = [
  // An author's row stays without entries, so that the address is theirs when they write again.
  `CREATE TABLE "live_list" (
     "tenant_id" uuid NOT NULL,
     "path" text NOT NULL,
     "title" text NOT NULL,
     "profile_id" uuid,
     "biography" text,
     "picture_url" text,
     "links" jsonb NOT NULL DEFAULT '[]',
     "version" bigint NOT NULL DEFAULT 1,
     "live_count" integer NOT NULL,
     CONSTRAINT "live_list_pkey" PRIMARY KEY ("tenant_id", "path"),
     CONSTRAINT "live_list_profile" UNIQUE ("tenant_id", "profile_id"),
     CONSTRAINT "live_list_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "live_list_entry" (
     "tenant_id" uuid NOT NULL,
     "path" text NOT NULL,
     "number" integer NOT NULL,
     "published_at" timestamptz NOT NULL,
     CONSTRAINT "live_list_entry_pkey" PRIMARY KEY ("tenant_id", "number", "path"),
     CONSTRAINT "live_list_entry_path_fkey" FOREIGN KEY ("tenant_id", "path") REFERENCES "live_list" ("tenant_id", "path") ON DELETE CASCADE)`,
  `CREATE INDEX "live_list_entry_newest" ON "live_list_entry" ("tenant_id", "path", "published_at" DESC, "number" DESC)`,
];
