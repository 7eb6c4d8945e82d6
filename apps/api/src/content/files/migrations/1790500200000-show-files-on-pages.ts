import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a page has to know of the files that it shows, as they are now. */
export class ShowFilesOnPages1790500200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE FUNCTION "public_files" ("of_tenant" uuid, "of_files" uuid[])
       RETURNS TABLE ("id" uuid, "name" text, "type" text, "hash" text, "size" bigint, "width" integer, "height" integer)
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
         SELECT f.id, f.name, f.type, f.hash, f.size, b.width, b.height
         FROM file f JOIN blob b ON b.tenant_id = $1 AND b.hash = f.hash
         WHERE f.tenant_id = $1 AND f.id = ANY($2)
       $$`,
    );
    await runner.query('REVOKE ALL ON FUNCTION "public_files" (uuid, uuid[]) FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "public_files" (uuid, uuid[])');
  }
}
