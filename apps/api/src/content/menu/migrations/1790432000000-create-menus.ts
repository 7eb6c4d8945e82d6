import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Menus of the public site, in the place of the setting with paths. Visitors' requests can't read what an item of a hidden article
 * is called; the function shows them the items that are public.
 */
export class CreateMenus1790432000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION "live_menu" (uuid)');
    await runner.query('DROP TABLE "site_menu"');
  }
}

const UP = [
  `CREATE TABLE "site_menu" (
     "tenant_id" uuid NOT NULL,
     "items" jsonb NOT NULL,
     "version" integer NOT NULL,
     "changed_at" timestamptz NOT NULL,
     CONSTRAINT "site_menu_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "site_menu_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  // Each path is that of an article: where it is live, was live, or will be. Others were never shown.
  `INSERT INTO "site_menu" ("tenant_id", "items", "version", "changed_at")
   SELECT s."tenant_id", jsonb_agg(jsonb_build_object('article', found."number", 'label', NULL, 'url', NULL, 'children', '[]'::jsonb) ORDER BY p.place),
     1, now()
   FROM "setting" s CROSS JOIN LATERAL unnest(string_to_array(s."value", ',')) WITH ORDINALITY AS p (path, place)
   JOIN LATERAL (
     SELECT l."number" FROM "live_page" l WHERE l."tenant_id" = s."tenant_id" AND l."path" = trim(p.path) AND l."kind" <> 'gone'
     UNION ALL SELECT a."number" FROM "article" a
       WHERE a."tenant_id" = s."tenant_id" AND a."path" = trim(p.path) AND a."trashed_at" IS NULL LIMIT 1
   ) found ON true
   WHERE s."group" = 'Site' AND s."name" = 'Menu' GROUP BY s."tenant_id"`,
  `DELETE FROM "setting" WHERE "group" = 'Site' AND "name" = 'Menu'`,
  `CREATE FUNCTION "live_menu" ("of_tenant" uuid)
   RETURNS TABLE ("place" integer, "place_below" integer, "label" text, "path" text)
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     WITH first AS (
       SELECT i.place, i.item FROM site_menu m CROSS JOIN LATERAL jsonb_array_elements(m.items) WITH ORDINALITY AS i (item, place)
       WHERE m.tenant_id = $1
     ), every AS (
       SELECT f.place, 0::bigint AS below, f.item FROM first f
       UNION ALL SELECT f.place, c.place, c.item FROM first f
         CROSS JOIN LATERAL jsonb_array_elements(f.item->'children') WITH ORDINALITY AS c (item, place)
     )
     SELECT e.place::int, e.below::int, coalesce(e.item->>'label', p.head->>'title'), coalesce(l.path, e.item->>'url')
     FROM every e
     LEFT JOIN live_page l ON l.tenant_id = $1 AND l.number = (e.item->>'article')::int AND l.kind = 'page' AND NOT l.hidden
     LEFT JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
     WHERE l.path IS NOT NULL OR e.item->>'url' IS NOT NULL
     ORDER BY e.place, e.below
   $$`,
  'REVOKE ALL ON FUNCTION "live_menu" (uuid) FROM PUBLIC',
];
