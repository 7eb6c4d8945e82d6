import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files of a site. What they hold is on disk, once per content and site (`blob`). The room that they take is counted in the transactions
 * that change it, so that uploads at once never pass the quota.
 */
export class CreateFiles1790500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "public_file" (uuid, uuid)');
    for (const table of ['removed_blob', 'upload', 'file_version', 'file', 'blob', 'folder', 'storage_total'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}

const OF_TENANT = 'FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE';

const UP = [
  `CREATE TABLE "storage_total" (
     "tenant_id" uuid NOT NULL,
     "used" bigint NOT NULL DEFAULT 0,
     "reserved" bigint NOT NULL DEFAULT 0,
     CONSTRAINT "storage_total_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "storage_total_used" CHECK ("used" >= 0 AND "reserved" >= 0),
     CONSTRAINT "storage_total_tenant_id_fkey" ${OF_TENANT})`,
  `CREATE TABLE "folder" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "parent_id" uuid,
     "name" text NOT NULL,
     "name_key" text COLLATE "C" NOT NULL,
     "revision" integer NOT NULL DEFAULT 1,
     "created_at" timestamptz NOT NULL,
     "trashed_at" timestamptz,
     "trashed_with" uuid,
     CONSTRAINT "folder_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "folder_tenant_id_fkey" ${OF_TENANT},
     CONSTRAINT "folder_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "folder" ("tenant_id", "id"))`,
  // The top level has no id.
  `CREATE UNIQUE INDEX "folder_name" ON "folder"
     ("tenant_id", coalesce("parent_id", '00000000-0000-0000-0000-000000000000'), "name_key") WHERE "trashed_at" IS NULL`,
  `CREATE INDEX "folder_parent" ON "folder" ("tenant_id", "parent_id")`,
  `CREATE INDEX "folder_trashed" ON "folder" ("tenant_id", "trashed_with") WHERE "trashed_with" IS NOT NULL`,
  `CREATE TABLE "blob" (
     "tenant_id" uuid NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "size" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "blob_pkey" PRIMARY KEY ("tenant_id", "hash"),
     CONSTRAINT "blob_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
     CONSTRAINT "blob_tenant_id_fkey" ${OF_TENANT})`,
  `CREATE TABLE "file" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "folder_id" uuid,
     "name" text NOT NULL,
     "name_key" text COLLATE "C" NOT NULL,
     "kind" text NOT NULL,
     "type" text NOT NULL,
     "size" bigint NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "version" integer NOT NULL DEFAULT 1,
     "revision" integer NOT NULL DEFAULT 1,
     "created_at" timestamptz NOT NULL,
     "created_by" uuid,
     "changed_at" timestamptz NOT NULL,
     "trashed_at" timestamptz,
     "trashed_with" uuid,
     CONSTRAINT "file_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "file_tenant_id_fkey" ${OF_TENANT},
     CONSTRAINT "file_folder_id_fkey" FOREIGN KEY ("tenant_id", "folder_id") REFERENCES "folder" ("tenant_id", "id"),
     CONSTRAINT "file_hash_fkey" FOREIGN KEY ("tenant_id", "hash") REFERENCES "blob" ("tenant_id", "hash"),
     CONSTRAINT "file_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "account" ("id") ON DELETE SET NULL)`,
  `CREATE INDEX "file_by_name" ON "file" ("tenant_id", "folder_id", "name_key", "id") WHERE "trashed_at" IS NULL`,
  `CREATE INDEX "file_by_age" ON "file" ("tenant_id", "folder_id", "created_at" DESC, "id" DESC) WHERE "trashed_at" IS NULL`,
  `CREATE INDEX "file_by_size" ON "file" ("tenant_id", "folder_id", "size" DESC, "id" DESC) WHERE "trashed_at" IS NULL`,
  `CREATE INDEX "file_trashed" ON "file" ("tenant_id", "trashed_at", "id") WHERE "trashed_at" IS NOT NULL`,
  `CREATE INDEX "file_trashed_with" ON "file" ("tenant_id", "trashed_with") WHERE "trashed_with" IS NOT NULL`,
  `CREATE INDEX "file_hash" ON "file" ("tenant_id", "hash")`,
  `CREATE INDEX "file_created_by" ON "file" ("created_by")`,
  `CREATE TABLE "file_version" (
     "tenant_id" uuid NOT NULL,
     "file_id" uuid NOT NULL,
     "version" integer NOT NULL,
     "name" text NOT NULL,
     "type" text NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     "size" bigint NOT NULL,
     "created_at" timestamptz NOT NULL,
     "created_by" uuid,
     "replaced_at" timestamptz,
     CONSTRAINT "file_version_pkey" PRIMARY KEY ("tenant_id", "file_id", "version"),
     CONSTRAINT "file_version_tenant_id_fkey" ${OF_TENANT},
     CONSTRAINT "file_version_file_id_fkey" FOREIGN KEY ("tenant_id", "file_id") REFERENCES "file" ("tenant_id", "id") ON DELETE CASCADE,
     CONSTRAINT "file_version_hash_fkey" FOREIGN KEY ("tenant_id", "hash") REFERENCES "blob" ("tenant_id", "hash"),
     CONSTRAINT "file_version_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "account" ("id") ON DELETE SET NULL)`,
  `CREATE INDEX "file_version_hash" ON "file_version" ("tenant_id", "hash")`,
  `CREATE INDEX "file_version_created_by" ON "file_version" ("created_by")`,
  `CREATE TABLE "upload" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "owner_id" uuid,
     "folder_id" uuid,
     "name" text NOT NULL,
     "length" bigint NOT NULL,
     "received" bigint NOT NULL DEFAULT 0,
     "created_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "lease" uuid,
     "leased_until" timestamptz,
     CONSTRAINT "upload_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "upload_received" CHECK ("received" BETWEEN 0 AND "length"),
     CONSTRAINT "upload_tenant_id_fkey" ${OF_TENANT},
     CONSTRAINT "upload_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account" ("id") ON DELETE SET NULL)`,
  `CREATE INDEX "upload_expires_at" ON "upload" ("tenant_id", "expires_at")`,
  `CREATE INDEX "upload_owner" ON "upload" ("owner_id")`,
  // Contents that nothing needs, until they are off the disk.
  `CREATE TABLE "removed_blob" (
     "tenant_id" uuid NOT NULL,
     "hash" text COLLATE "C" NOT NULL,
     CONSTRAINT "removed_blob_pkey" PRIMARY KEY ("tenant_id", "hash"),
     CONSTRAINT "removed_blob_tenant_id_fkey" ${OF_TENANT})`,
  `CREATE INDEX "file_words" ON "file" USING gin ("search_words"("tenant_id", "name"))`,
  // All that visitors' requests learn of files: one at a time, by its id.
  `CREATE FUNCTION "public_file" ("of_tenant" uuid, "of_file" uuid)
   RETURNS TABLE ("name" text, "type" text, "hash" text, "size" bigint, "is_current" boolean)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT f.name, v.type, v.hash, v.size, v.version = f.version
     FROM file f JOIN file_version v ON v.tenant_id = $1 AND v.file_id = f.id
     WHERE f.tenant_id = $1 AND f.id = $2 AND (v.replaced_at IS NULL OR v.replaced_at > now() - interval '30 days')
   $$`,
  'REVOKE ALL ON FUNCTION "public_file" (uuid, uuid) FROM PUBLIC',
];
