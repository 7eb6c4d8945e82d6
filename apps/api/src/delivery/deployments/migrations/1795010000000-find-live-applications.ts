import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Goes from the applications to their addresses, whatever the planner knows of the tables. On a young site it went through all live
 * pages, whenever one of them had changed.
 */
export class FindLiveApplications1795010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      live(`JOIN LATERAL (
         SELECT l.path, l.hidden FROM live_page l WHERE l.tenant_id = $1 AND l.number = a.number AND l.kind = 'page' LIMIT 1
       ) l ON NOT l.hidden`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      live(
        `JOIN live_page l ON l.tenant_id = $1 AND l.number = a.number AND l.kind = 'page' AND NOT l.hidden`,
      ),
    );
  }
}

const live = (address: string): string =>
  `CREATE OR REPLACE FUNCTION "live_applications" ("of_tenant" uuid)
   RETURNS TABLE ("path" text, "number" integer, "rules" jsonb)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT l.path, a.number, d.rules FROM application a
     ${address}
     JOIN deployment d ON d.tenant_id = $1 AND d.article_number = a.number AND d.number = a.live_deployment
     WHERE a.tenant_id = $1
   $$`;
