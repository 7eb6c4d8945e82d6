import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The search of the public site: an index of the words of what is live, kept in step by a trigger of `live_page`. Whatever publishes,
 * withdraws, hides or imports a page changes the index in its own transaction. Visitors read both tables.
 */
export class SearchLivePages1790800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** Characters of a page's HTML, and of its text: what is behind isn't found. The words of one page are stored in less than a megabyte. */
const HTML = 500_000;
const TEXT = 150_000;
/** Elements that stand within words. */
const INLINE = '</?(?:a|b|code|em|i|mark|s|small|span|strong|sub|sup)(?:\\s[^>]*)?>';
const MARKUP = '<[^>]*>|&#?\\w+;';
const MARKS = '[\u0300-\u036f]';
/** Letters that no form of Unicode takes apart. */
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' };
const folded = Object.entries(LETTERS).reduce(
  (text, [letter, plain]) => `replace(${text}, '${letter}', '${plain}')`,
  `lower(regexp_replace(normalize($1, NFKD), '${MARKS}', '', 'g'))`,
);
/** What stands between words, whatever the locale says; `translate` takes ten times as long. */
const SEPARATORS = '[-@./_:+<&%\u00a0«»„“”‘’…¿¡、。，！？]+';

const UP = [
  // A site has a row while its search is on, and until its words are deleted when it's off.
  `CREATE TABLE "search_index" (
     "tenant_id" uuid NOT NULL,
     "is_on" boolean NOT NULL DEFAULT true,
     "indexed_to" integer NOT NULL DEFAULT 0,
     "is_complete" boolean NOT NULL DEFAULT false,
     CONSTRAINT "search_index_pkey" PRIMARY KEY ("tenant_id"),
     CONSTRAINT "search_index_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE TABLE "search_page" (
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "publication_id" uuid NOT NULL,
     "published_at" timestamptz NOT NULL,
     "words" tsvector NOT NULL,
     CONSTRAINT "search_page_pkey" PRIMARY KEY ("tenant_id", "number"),
     CONSTRAINT "search_page_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "search_page_newest" ON "search_page" ("tenant_id", "published_at" DESC, "number" DESC)`,
  // A short list of what isn't sorted in yet: long enough that publishing writes little, short enough that emptying it is quick.
  `CREATE INDEX "search_page_words" ON "search_page" USING gin ("words") WITH (gin_pending_list_limit = 512)`,
  `CREATE FUNCTION "page_search_text" (text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN regexp_replace(CASE WHEN octet_length($1) = char_length($1) THEN lower($1) ELSE ${folded} END, '${SEPARATORS}', ' ', 'g')`,
  `CREATE FUNCTION "page_search_body" (text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN left(regexp_replace(regexp_replace(left($1, ${HTML}), '${INLINE}', '', 'gi'), '${MARKUP}', ' ', 'g'), ${TEXT})`,
  // The site is one of the words, so the index reads no other site's pages.
  `CREATE FUNCTION "page_search_words" (uuid, jsonb, text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN setweight(to_tsvector('pg_catalog.simple'::regconfig, "page_search_text"($2 ->> 'title')), 'A')
       || setweight(to_tsvector('pg_catalog.simple'::regconfig,
            "page_search_text"(concat_ws(' ', $2 ->> 'introduction', $2 -> 'tags', $2 -> 'authors'))), 'B')
       || to_tsvector('pg_catalog.simple'::regconfig, "page_search_text"("page_search_body"($3)))
       || ('t' || replace($1::text, '-', ''))::tsvector`,
  // Null without any word. The last word may be the beginning of one.
  `CREATE FUNCTION "page_search_query" (uuid, text, boolean) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN (SELECT CASE WHEN numnode(q) > 0
         THEN ('t' || replace($1::text, '-', ''))::tsquery && CASE WHEN $3 THEN (q::text || ':*')::tsquery ELSE q END END
       FROM (SELECT websearch_to_tsquery('pg_catalog.simple'::regconfig, "page_search_text"($2)) AS q) AS asked)`,
  // Not in SQL, which would plan it each time.
  `CREATE FUNCTION "index_search_pages" (uuid, integer, integer) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO search_page AS s (tenant_id, number, publication_id, published_at, words)
     SELECT l.tenant_id, l.number, p.id, coalesce(l.published_at, p.at), page_search_words(l.tenant_id, p.head, b.html)
     FROM live_page l
     JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
     JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
     WHERE l.tenant_id = $1 AND l.number BETWEEN $2 AND $3 AND l.kind = 'page' AND NOT l.hidden AND NOT p.head @> '{"unlisted": true}'
     ON CONFLICT (tenant_id, number) DO UPDATE
       SET publication_id = excluded.publication_id, published_at = excluded.published_at, words = excluded.words;
   END $$`,
  `CREATE FUNCTION "note_live_words"() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE searched boolean;
   BEGIN
     SELECT i.is_on INTO searched FROM search_index i
       WHERE i.tenant_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
     IF searched IS NULL THEN RETURN NULL; END IF;
     IF TG_OP <> 'INSERT' AND OLD.kind = 'page' THEN
       DELETE FROM search_page s WHERE s.tenant_id = OLD.tenant_id AND s.number = OLD.number;
     END IF;
     IF TG_OP <> 'DELETE' AND searched AND NEW.kind = 'page' AND NOT NEW.hidden THEN
       PERFORM index_search_pages(NEW.tenant_id, NEW.number, NEW.number);
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "live_page_words" AFTER INSERT OR DELETE OR UPDATE OF "kind", "publication_id", "published_at", "hidden" ON "live_page"
     FOR EACH ROW EXECUTE FUNCTION "note_live_words"()`,
];

const DOWN = [
  `DROP TRIGGER "live_page_words" ON "live_page"`,
  `DROP FUNCTION "note_live_words"()`,
  `DROP FUNCTION "index_search_pages" (uuid, integer, integer)`,
  `DROP FUNCTION "page_search_query" (uuid, text, boolean)`,
  `DROP FUNCTION "page_search_words" (uuid, jsonb, text)`,
  `DROP FUNCTION "page_search_body" (text)`,
  `DROP FUNCTION "page_search_text" (text)`,
  `DROP TABLE "search_page"`,
  `DROP TABLE "search_index"`,
];
