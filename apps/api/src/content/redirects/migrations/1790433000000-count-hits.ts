import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often visitors followed redirects, and asked for addresses that answer 404. */
export class CountHits1790433000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "address_hit" (
         "tenant_id" uuid NOT NULL,
         "kind" text NOT NULL,
         "path" text COLLATE "C" NOT NULL,
         "hits" integer NOT NULL,
         "last_on" date NOT NULL,
         CONSTRAINT "address_hit_pkey" PRIMARY KEY ("tenant_id", "kind", "path"),
         CONSTRAINT "address_hit_kind" CHECK ("kind" IN ('automatic', 'manual', 'not-found')),
         CONSTRAINT "address_hit_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "address_hit"');
  }
}
