import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of `_redirects` and `_headers`, and whether an application's source maps are deployed. */
export class ServeByRules1791210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const LIVE = (columns: string, selected: string): string =>
  `CREATE FUNCTION "live_applications" ("of_tenant" uuid)
   RETURNS TABLE ("path" text, "number" integer${columns})
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT l.path, a.number${selected} FROM application a
     JOIN live_page l ON l.tenant_id = $1 AND l.number = a.number AND l.kind = 'page' AND NOT l.hidden
     JOIN deployment d ON d.tenant_id = $1 AND d.article_number = a.number AND d.number = a.live_deployment
     WHERE a.tenant_id = $1
   $$`;

const REVOKE = 'REVOKE ALL ON FUNCTION "live_applications" (uuid) FROM PUBLIC';

const UP = [
  `ALTER TABLE "deployment" ADD COLUMN "rules" jsonb`,
  `ALTER TABLE "application" ADD COLUMN "source_maps" boolean NOT NULL DEFAULT true`,
  'DROP FUNCTION "live_applications" (uuid)',
  LIVE(', "rules" jsonb', ', d.rules'),
  REVOKE,
];

const DOWN = [
  'DROP FUNCTION "live_applications" (uuid)',
  LIVE('', ''),
  REVOKE,
  `ALTER TABLE "application" DROP COLUMN "source_maps"`,
  `ALTER TABLE "deployment" DROP COLUMN "rules"`,
];
