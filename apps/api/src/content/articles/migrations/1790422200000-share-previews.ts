import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links to previews. Visitors' requests can't read drafts; the function shows them the one that a link is for, to those who know its
 * token, and counts.
 */
export class SharePreviews1790422200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "open_preview" (uuid, text, timestamptz)');
    await runner.query('DROP TABLE "preview_link"');
  }
}

const UP = [
  `CREATE TABLE "preview_link" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "number" integer NOT NULL,
     "version" integer,
     "token_hash" text NOT NULL,
     "created_by" uuid,
     "created_at" timestamptz NOT NULL,
     "expires_at" timestamptz NOT NULL,
     "views" integer NOT NULL DEFAULT 0,
     "viewed_at" timestamptz,
     CONSTRAINT "preview_link_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "preview_link_token" UNIQUE ("token_hash"),
     CONSTRAINT "preview_link_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE,
     CONSTRAINT "preview_link_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "account" ("id") ON DELETE SET NULL)`,
  `CREATE INDEX "preview_link_of_article" ON "preview_link" ("tenant_id", "number", "created_at" DESC, "id" DESC)`,
  `CREATE FUNCTION "open_preview" ("of_tenant" uuid, "hash" text, "at" timestamptz)
   RETURNS TABLE ("number" integer, "type" smallint, "stream_number" integer, "blog_key" varchar, "is_home" boolean, "version" integer,
     "expires_at" timestamptz, "fields" jsonb, "document" jsonb, "authors" jsonb, "published_at" timestamptz, "saved_at" timestamptz, "live_head" jsonb)
   LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH link AS (
       UPDATE preview_link l SET views = l.views + 1, viewed_at = $3
       WHERE l.tenant_id = $1 AND l.token_hash = $2 AND l.expires_at > $3 RETURNING l.*
     )
     SELECT a.number, a.type, a.stream_number, a.blog_key, a.path = '/', l.version, l.expires_at, x.fields, x.document,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY i.place), '[]')
        FROM jsonb_array_elements_text(x.fields->'authors') WITH ORDINALITY AS i (id, place)
        JOIN author_profile p ON p.tenant_id = a.tenant_id AND p.id = i.id::uuid),
       coalesce(a.published_at, a.first_published_at), x.saved_at, CASE WHEN a.live_hash = x.hash THEN live.head END
     FROM link l
     JOIN article a ON a.tenant_id = l.tenant_id AND a.number = l.number AND a.trashed_at IS NULL
     JOIN LATERAL (
       SELECT d.fields, d.document, d.saved_at, d.hash FROM article_draft d
       WHERE l.version IS NULL AND d.tenant_id = a.tenant_id AND d.number = a.number
       UNION ALL SELECT v.fields, c.document, v.at, CASE WHEN v.version = a.live_version THEN a.live_hash END FROM article_version v
       JOIN article_content c ON c.tenant_id = v.tenant_id AND c.hash = v.content_hash
       WHERE v.tenant_id = a.tenant_id AND v.number = a.number AND v.version = l.version
     ) x ON true
     LEFT JOIN publication live ON live.tenant_id = a.tenant_id AND live.id = a.publication_id
   $$`,
  'REVOKE ALL ON FUNCTION "open_preview" (uuid, text, timestamptz) FROM PUBLIC',
];
