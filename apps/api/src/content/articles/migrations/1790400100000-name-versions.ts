import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people call a version may change: it's no part of what the version holds, nor of its hash. */
export class NameVersions1790400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(guard(NAMING));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(guard(''));
  }
}

const NAMING = `
     IF TG_TABLE_NAME = 'article_version' AND TG_OP = 'UPDATE' THEN
       IF to_jsonb(NEW) <> to_jsonb(OLD) AND to_jsonb(NEW) - 'note' = to_jsonb(OLD) - 'note' THEN RETURN NEW; END IF;
     END IF;`;

const guard = (naming: string): string =>
  `CREATE OR REPLACE FUNCTION "published_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     IF current_setting('sitedesk.content_retention', true) = 'on' AND TG_OP = 'DELETE' THEN RETURN OLD; END IF;
     IF TG_TABLE_NAME = 'publication' AND TG_OP = 'UPDATE' THEN
       IF OLD."ended_at" IS NULL AND to_jsonb(NEW) - 'ended_at' = to_jsonb(OLD) - 'ended_at' THEN RETURN NEW; END IF;
     END IF;${naming}
     RAISE EXCEPTION 'Versions and publications are never changed.' USING ERRCODE = 'insufficient_privilege';
   END $$`;
