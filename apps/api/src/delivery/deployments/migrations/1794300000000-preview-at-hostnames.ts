import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What visitors' requests learn of a deployment that has a hostname of its own: its rules, and the path of its application. */
export class PreviewAtHostnames1794300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE FUNCTION "previewed_application" ("of_tenant" uuid, "of_article" integer, "of_deployment" integer)
   RETURNS TABLE ("rules" jsonb, "path" text)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT d.rules, a.path FROM deployment d
     JOIN article a ON a.tenant_id = $1 AND a.number = $2 AND a.trashed_at IS NULL
     WHERE d.tenant_id = $1 AND d.article_number = $2 AND d.number = $3 AND d.state IN ('ready', 'live')
   $$`,
  'REVOKE ALL ON FUNCTION "previewed_application" (uuid, integer, integer) FROM PUBLIC',
];

const DOWN = ['DROP FUNCTION "previewed_application" (uuid, integer, integer)'];
