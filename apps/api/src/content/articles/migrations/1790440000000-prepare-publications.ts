import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What plans will publish, rendered when they are made. Plans that are there already are rendered when they are due. */
export class PreparePublications1790440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "planned_page" (
         "tenant_id" uuid NOT NULL,
         "plan_id" uuid NOT NULL,
         "renderer" integer NOT NULL,
         "content_hash" text NOT NULL,
         "body_hash" text NOT NULL,
         "html" text NOT NULL,
         "slots" jsonb NOT NULL,
         CONSTRAINT "planned_page_pkey" PRIMARY KEY ("tenant_id", "plan_id"),
         CONSTRAINT "planned_page_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
         CONSTRAINT "planned_page_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id")
           REFERENCES "publication_job" ("tenant_id", "id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "planned_page"');
  }
}
