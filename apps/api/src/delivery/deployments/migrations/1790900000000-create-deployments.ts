import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Single-page applications and what was deployed of them. Contents are those of the file library (`blob`): each is there once per site.
 * What is live is one column of one row, so that visitors get one deployment or another, and never parts of both.
 */
export class CreateDeployments1790900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OF_TENANT = (table: string): string =>
  `CONSTRAINT "${table}_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE`;
const OF_APPLICATION = (table: string): string =>
  `CONSTRAINT "${table}_article_fkey" FOREIGN KEY ("tenant_id", "article_number") REFERENCES "application" ("tenant_id", "number") ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE "application" (
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "live_deployment" integer,
     "last_deployment" integer NOT NULL DEFAULT 0,
     "deployed" integer NOT NULL DEFAULT 0,
     "locked" boolean NOT NULL DEFAULT false,
     CONSTRAINT "application_pkey" PRIMARY KEY ("tenant_id", "number"),
     ${OF_TENANT('application')},
     CONSTRAINT "application_article_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE TABLE "deployment" (
     "tenant_id" uuid NOT NULL,
     "article_number" integer NOT NULL,
     "number" integer NOT NULL,
     "state" text NOT NULL,
     "files" integer NOT NULL DEFAULT 0,
     "bytes" bigint NOT NULL DEFAULT 0,
     "new_bytes" bigint NOT NULL DEFAULT 0,
     "by" text NOT NULL,
     "commit" text,
     "message" text,
     "warnings" jsonb NOT NULL DEFAULT '[]',
     "failure" jsonb,
     "created_at" timestamptz NOT NULL,
     "live_at" timestamptz,
     "live_until" timestamptz,
     "lease" uuid,
     "leased_until" timestamptz,
     CONSTRAINT "deployment_pkey" PRIMARY KEY ("tenant_id", "article_number", "number"),
     CONSTRAINT "deployment_state" CHECK ("state" IN ('checking', 'ready', 'live', 'failed')),
     ${OF_TENANT('deployment')},
     ${OF_APPLICATION('deployment')})`,
  // One upload of an application is unpacked at a time, on whatever instance.
  `CREATE UNIQUE INDEX "deployment_checking" ON "deployment" ("tenant_id", "article_number") WHERE "state" = 'checking'`,
  `CREATE INDEX "deployment_old" ON "deployment" ("created_at") WHERE "state" IN ('ready', 'failed')`,
  `CREATE UNIQUE INDEX "deployment_live" ON "deployment" ("tenant_id", "article_number") WHERE "state" = 'live'`,
  `CREATE TABLE "deployment_file" (
     "tenant_id" uuid NOT NULL,
     "article_number" integer NOT NULL,
     "deployment" integer NOT NULL,
     "path" text COLLATE "C" NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "size" bigint NOT NULL,
     CONSTRAINT "deployment_file_pkey" PRIMARY KEY ("tenant_id", "article_number", "path", "deployment"),
     ${OF_TENANT('deployment_file')},
     CONSTRAINT "deployment_file_deployment_fkey" FOREIGN KEY ("tenant_id", "article_number", "deployment")
       REFERENCES "deployment" ("tenant_id", "article_number", "number") ON DELETE CASCADE,
     CONSTRAINT "deployment_file_hash_fkey" FOREIGN KEY ("tenant_id", "hash") REFERENCES "blob" ("tenant_id", "hash"))`,
  `CREATE INDEX "deployment_file_hash" ON "deployment_file" ("tenant_id", "hash")`,
  `CREATE INDEX "deployment_file_deployment" ON "deployment_file" ("tenant_id", "article_number", "deployment")`,
  `CREATE TABLE "deploy_key" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "article_number" integer NOT NULL,
     "name" text NOT NULL,
     "prefix" text NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "scope" text NOT NULL,
     "created_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "last_used_at" timestamptz,
     "last_address" text,
     "replaced_at" timestamptz,
     CONSTRAINT "deploy_key_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "deploy_key_hash" UNIQUE ("hash"),
     CONSTRAINT "deploy_key_scope" CHECK ("scope" IN ('draft', 'deploy')),
     ${OF_TENANT('deploy_key')},
     ${OF_APPLICATION('deploy_key')})`,
  `CREATE INDEX "deploy_key_article" ON "deploy_key" ("tenant_id", "article_number", "created_at")`,
  // Contents that deployments no longer have, until someone has looked whether anything else has them.
  `CREATE TABLE "released_content" (
     "tenant_id" uuid NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     CONSTRAINT "released_content_pkey" PRIMARY KEY ("tenant_id", "hash"),
     ${OF_TENANT('released_content')})`,
  `CREATE FUNCTION "deployment_files_released"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO released_content (tenant_id, hash)
     SELECT DISTINCT g.tenant_id, g.hash FROM gone g WHERE EXISTS (SELECT FROM tenant t WHERE t.id = g.tenant_id) ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "deployment_file_released" AFTER DELETE ON "deployment_file" REFERENCING OLD TABLE AS gone
   FOR EACH STATEMENT EXECUTE FUNCTION "deployment_files_released"()`,
  // All that visitors' requests learn of applications: where they are, and one file at a time of what is live, or lately was.
  `CREATE FUNCTION "live_applications" ("of_tenant" uuid)
   RETURNS TABLE ("path" text, "number" integer)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT l.path, a.number FROM application a
     JOIN live_page l ON l.tenant_id = $1 AND l.number = a.number AND l.kind = 'page' AND NOT l.hidden
     WHERE a.tenant_id = $1 AND a.live_deployment IS NOT NULL
   $$`,
  `CREATE FUNCTION "application_file" ("of_tenant" uuid, "of_article" integer, "of_path" text)
   RETURNS TABLE ("deployment" integer, "hash" text, "size" bigint, "is_live" boolean)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT f.deployment, f.hash, f.size, d.state = 'live'
     FROM deployment_file f JOIN deployment d ON d.tenant_id = $1 AND d.article_number = $2 AND d.number = f.deployment
     WHERE f.tenant_id = $1 AND f.article_number = $2 AND f.path = $3
       AND (d.state = 'live' OR d.live_until > now() - interval '7 days')
     ORDER BY d.state = 'live' DESC, d.number DESC LIMIT 1
   $$`,
  'REVOKE ALL ON FUNCTION "live_applications" (uuid) FROM PUBLIC',
  'REVOKE ALL ON FUNCTION "application_file" (uuid, integer, text) FROM PUBLIC',
];

const DOWN = [
  'DROP FUNCTION "application_file" (uuid, integer, text)',
  'DROP FUNCTION "live_applications" (uuid)',
  ...['released_content', 'deploy_key', 'deployment_file', 'deployment', 'application'].map(
    (table) => `DROP TABLE "${table}"`,
  ),
  'DROP FUNCTION "deployment_files_released"()',
];
