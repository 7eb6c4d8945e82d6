import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What visitors' requests learn of a deployment that isn't live, once its signed address was checked: its rules, and one file at a time. */
export class PreviewDeployments1792100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE FUNCTION "previewed_deployment" ("of_tenant" uuid, "of_article" integer, "of_deployment" integer)
   RETURNS TABLE ("rules" jsonb)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT d.rules FROM deployment d
     JOIN article a ON a.tenant_id = $1 AND a.number = $2 AND a.trashed_at IS NULL
     WHERE d.tenant_id = $1 AND d.article_number = $2 AND d.number = $3 AND d.state IN ('ready', 'live')
   $$`,
  `CREATE FUNCTION "previewed_file" ("of_tenant" uuid, "of_article" integer, "of_deployment" integer, "of_path" text)
   RETURNS TABLE ("deployment" integer, "hash" text, "size" bigint, "is_live" boolean)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT f.deployment, f.hash, f.size, true FROM deployment_file f
     WHERE f.tenant_id = $1 AND f.article_number = $2 AND f.path = $4 AND f.deployment = $3
   $$`,
  'REVOKE ALL ON FUNCTION "previewed_deployment" (uuid, integer, integer) FROM PUBLIC',
  'REVOKE ALL ON FUNCTION "previewed_file" (uuid, integer, integer, text) FROM PUBLIC',
];

const DOWN = [
  'DROP FUNCTION "previewed_file" (uuid, integer, integer, text)',
  'DROP FUNCTION "previewed_deployment" (uuid, integer, integer)',
];
