import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages show a part of a picture, and keep what it is about when they show less. The original stays whole. */
export class CropPictures1790810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "file" ADD "crop_x" double precision, ADD "crop_y" double precision, ADD "crop_width" double precision,
         ADD "crop_height" double precision,
         ADD CONSTRAINT "file_crop" CHECK (num_nulls("crop_x", "crop_y", "crop_width", "crop_height") IN (0, 4)
           AND "crop_x" >= 0 AND "crop_y" >= 0 AND "crop_width" > 0 AND "crop_height" > 0)`,
    );
    await runner.query('DROP FUNCTION "public_files" (uuid, uuid[])');
    await runner.query(publicFiles(['focus_x', 'focus_y', 'crop_x', 'crop_y', 'crop_width', 'crop_height']));
    await runner.query('REVOKE ALL ON FUNCTION "public_files" (uuid, uuid[]) FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "public_files" (uuid, uuid[])');
    await runner.query(publicFiles([]));
    await runner.query('REVOKE ALL ON FUNCTION "public_files" (uuid, uuid[]) FROM PUBLIC');
    await runner.query(
      'ALTER TABLE "file" DROP "crop_height", DROP "crop_width", DROP "crop_y", DROP "crop_x"',
    );
  }
}

/** What pages may know of files. @param columns of numbers, beside the first ones */
function publicFiles(columns: readonly string[]): string {
  const declared = columns.map((column) => `, "${column}" double precision`).join('');
  const read = columns.map((column) => `, f.${column}`).join('');
  return `CREATE FUNCTION "public_files" ("of_tenant" uuid, "of_files" uuid[])
    RETURNS TABLE ("id" uuid, "name" text, "type" text, "hash" text, "size" bigint, "width" integer, "height" integer${declared})
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
      SELECT f.id, f.name, f.type, f.hash, f.size, b.width, b.height${read}
      FROM file f JOIN blob b ON b.tenant_id = $1 AND b.hash = f.hash
      WHERE f.tenant_id = $1 AND f.id = ANY($2)
    $$`;
}
