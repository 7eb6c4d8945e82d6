-- {"recordedAt":"2026-11-26T23:40:37.254Z","token":"sitedesk_n_TmlvnPS9I7kwuHn6kzrNo7VWUopgG65rrY9x1zdXw","encryptionKey":"x7EP5cPEpS8AkreF8cioATjnO3PNECi6sbI9k5FfyPg=","session":{"cookie":"__Host-sitedesk=hZmE8dC7oLvsWwivIMDmU_TOoBvlNgWx1uwBnZGcT-0; __Host-sitedesk-device=Eh1nFuhiT2AmCDOT2v7WMe_2MJ5wLVt60HM0OVqBZzM","csrfToken":"yQDlYOszzWPz9Khl1DLXhXgiRRtRYaN7HEFbv4rvwzg"},"cleo":{"email":"colleague-1@site.test","password":"nine quiet lamps at harbour 01a21a3b-35a2-75df-9a33-668e7493e1b7"},"dora":{"email":"colleague-2@site.test","password":"nine quiet lamps at harbour 01a21a3b-3c43-7a3b-8517-49bc971a26b2","totpSecret":"M4BNXJU6BIQWGTWMJ4VK4OM3T6VR73PN"},"listKey":"1e1532436fbad50e134e79785816f5a5-us21"}
CREATE FUNCTION public.application_file(of_tenant uuid, of_article integer, of_path text) RETURNS TABLE(deployment integer, hash text, size bigint, is_live boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
     SELECT f.deployment, f.hash, f.size, d.state = 'live'
     FROM deployment_file f JOIN deployment d ON d.tenant_id = $1 AND d.article_number = $2 AND d.number = f.deployment
     WHERE f.tenant_id = $1 AND f.article_number = $2 AND f.path = $3
       AND (d.state = 'live' OR d.live_until > now() - interval '7 days')
     ORDER BY d.state = 'live' DESC, d.number DESC LIMIT 1
   $_$;
CREATE FUNCTION public.audit_entry_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     IF TG_OP = 'DELETE' THEN
       IF current_setting('sitedesk.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
       IF NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     END IF;
     RAISE EXCEPTION 'The audit log can only be added to.' USING ERRCODE = 'insufficient_privilege';
   END $$;
CREATE FUNCTION public.audit_head_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     IF TG_OP = 'UPDATE' THEN
       IF NEW."tenant_id" = OLD."tenant_id" AND NEW."sequence" >= OLD."sequence"
          AND NEW."anchor_sequence" >= OLD."anchor_sequence"
          AND (NEW."anchor_sequence" = OLD."anchor_sequence"
               OR current_setting('sitedesk.audit_retention', true) = 'on') THEN RETURN NEW; END IF;
     END IF;
     IF TG_OP = 'DELETE' THEN
       IF NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     END IF;
     RAISE EXCEPTION 'The end of the audit log can only move on.' USING ERRCODE = 'insufficient_privilege';
   END $$;
CREATE FUNCTION public.count_blob_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       UPDATE blob b SET files = b.files + c.n FROM (
         SELECT a.tenant_id, a.hash, count(*)::integer AS n FROM added a WHERE a.trashed_at IS NULL GROUP BY 1, 2
       ) c WHERE b.tenant_id = c.tenant_id AND b.hash = c.hash;
     ELSIF TG_OP = 'DELETE' THEN
       UPDATE blob b SET files = b.files - c.n FROM (
         SELECT g.tenant_id, g.hash, count(*)::integer AS n FROM gone g WHERE g.trashed_at IS NULL GROUP BY 1, 2
       ) c WHERE b.tenant_id = c.tenant_id AND b.hash = c.hash;
     ELSE
       UPDATE blob b SET files = b.files + c.n FROM (
         SELECT d.tenant_id, d.hash, sum(d.n)::integer AS n FROM (
           SELECT a.tenant_id, a.hash, 1 AS n FROM added a WHERE a.trashed_at IS NULL
           UNION ALL SELECT g.tenant_id, g.hash, -1 FROM gone g WHERE g.trashed_at IS NULL
         ) d GROUP BY 1, 2 HAVING sum(d.n) <> 0
       ) c WHERE b.tenant_id = c.tenant_id AND b.hash = c.hash;
     END IF;
     RETURN NULL;
   END $$;
CREATE FUNCTION public.delete_notification() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     DELETE FROM job j USING gone WHERE j.id = gone.id;
     DELETE FROM job j USING gone WHERE j.subject_id = gone.id;
     UPDATE contact_attempt a SET email = NULL, client_address = '' FROM gone
      WHERE a.submission_id = gone.id AND a.tenant_id = gone.tenant_id;
     RETURN NULL;
   END $$;
CREATE FUNCTION public.deployment_files_released() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     INSERT INTO released_content (tenant_id, hash)
     SELECT DISTINCT g.tenant_id, g.hash FROM gone g WHERE EXISTS (SELECT FROM tenant t WHERE t.id = g.tenant_id) ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$;
CREATE FUNCTION public.files_of_publication(of_tenant uuid, of_publication uuid) RETURNS uuid[]
    LANGUAGE sql STABLE
    AS $_$
     SELECT coalesce(array_agg(DISTINCT x.id::uuid), '{}') FROM publication p
     JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash,
     LATERAL (
       SELECT s->>'file' AS id FROM jsonb_array_elements(b.slots) s WHERE s ? 'file'
       UNION ALL SELECT m[1] FROM regexp_matches(CASE WHEN strpos(b.html, '/media/') > 0 THEN b.html ELSE '' END, '/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[/"]', 'g') m
       UNION ALL SELECT m[1] FROM regexp_matches(CASE WHEN strpos(p.head::text, '/media/') > 0 THEN p.head::text ELSE '' END, '/media/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[/"]', 'g') m
     ) x WHERE p.tenant_id = $1 AND p.id = $2
   $_$;
CREATE FUNCTION public.forget_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     PERFORM note_file_uses(OLD.tenant_id, OLD.number, true, '{}');
     PERFORM note_file_uses(OLD.tenant_id, OLD.number, false, '{}');
     RETURN OLD;
   END $$;
CREATE FUNCTION public.index_search_pages(uuid, integer, integer) RETURNS void
    LANGUAGE plpgsql
    AS $_$
   BEGIN
     INSERT INTO search_page AS s (tenant_id, number, publication_id, published_at, words)
     SELECT l.tenant_id, l.number, p.id, coalesce(l.published_at, p.at), page_search_words(l.tenant_id, p.head, b.html)
     FROM live_page l
     JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
     JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
     WHERE l.tenant_id = $1 AND l.number BETWEEN $2 AND $3 AND l.kind = 'page' AND NOT l.hidden AND NOT p.head @> '{"unlisted": true}'
     ON CONFLICT (tenant_id, number) DO UPDATE
       SET publication_id = excluded.publication_id, published_at = excluded.published_at, words = excluded.words;
   END $_$;
CREATE FUNCTION public.json_texts(jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT jsonb_array_elements_text($1) AS jsonb_array_elements_text);
CREATE FUNCTION public.live_applications(of_tenant uuid) RETURNS TABLE(path text, number integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
     SELECT l.path, a.number FROM application a
     JOIN live_page l ON l.tenant_id = $1 AND l.number = a.number AND l.kind = 'page' AND NOT l.hidden
     WHERE a.tenant_id = $1 AND a.live_deployment IS NOT NULL
   $_$;
CREATE FUNCTION public.live_menu(of_tenant uuid) RETURNS TABLE(place integer, place_below integer, label text, path text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
   $_$;
CREATE FUNCTION public.note_draft_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     PERFORM note_file_uses(NEW.tenant_id, NEW.number, false, coalesce(NEW.files, '{}'));
     RETURN NULL;
   END $$;
CREATE FUNCTION public.note_file_uses(of_tenant uuid, of_article integer, in_live boolean, now_used uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
   DECLARE added uuid[]; dropped uuid[];
   BEGIN
     SELECT array_agg(x) INTO added FROM unnest(now_used) x
       WHERE NOT EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = of_tenant AND u.file_id = x AND u.number = of_article);
     SELECT array_agg(u.file_id) INTO dropped FROM file_usage u WHERE u.tenant_id = of_tenant AND u.number = of_article
       AND u.file_id <> ALL(now_used) AND NOT CASE WHEN in_live THEN u.draft ELSE u.live END;
     IF added IS NOT NULL OR dropped IS NOT NULL THEN
       PERFORM FROM file f WHERE f.tenant_id = of_tenant AND f.id = ANY(coalesce(added, '{}') || coalesce(dropped, '{}'))
         ORDER BY f.id FOR NO KEY UPDATE;
     END IF;
     INSERT INTO file_usage AS u (tenant_id, file_id, number, draft, live)
       SELECT DISTINCT of_tenant, x, of_article, NOT in_live, in_live FROM unnest(now_used) x
       ON CONFLICT (tenant_id, file_id, number) DO UPDATE SET draft = u.draft OR excluded.draft, live = u.live OR excluded.live
       WHERE (excluded.draft AND NOT u.draft) OR (excluded.live AND NOT u.live);
     IF dropped IS NOT NULL THEN
       DELETE FROM file_usage u WHERE u.tenant_id = of_tenant AND u.number = of_article AND u.file_id = ANY(dropped);
     END IF;
     UPDATE file_usage u SET draft = draft AND in_live, live = live AND NOT in_live
       WHERE u.tenant_id = of_tenant AND u.number = of_article AND u.file_id <> ALL(now_used) AND CASE WHEN in_live THEN u.live ELSE u.draft END;
     IF added IS NOT NULL THEN
       UPDATE file f SET is_used = true WHERE f.tenant_id = of_tenant AND f.id = ANY(added) AND NOT f.is_used;
     END IF;
     IF dropped IS NOT NULL THEN
       UPDATE file f SET is_used = false WHERE f.tenant_id = of_tenant AND f.id = ANY(dropped) AND f.is_used
         AND NOT EXISTS (SELECT FROM file_usage u WHERE u.tenant_id = of_tenant AND u.file_id = f.id);
     END IF;
   END $$;
CREATE FUNCTION public.note_live_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     PERFORM note_file_uses(NEW.tenant_id, NEW.number, true, files_of_publication(NEW.tenant_id, NEW.publication_id));
     RETURN NULL;
   END $$;
CREATE FUNCTION public.note_live_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
   END $$;
CREATE FUNCTION public.note_undelivered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.undelivered := CASE WHEN NEW.status IN ('failed', 'stored', 'held') THEN NEW.status END;
  RETURN NEW;
END $$;
CREATE FUNCTION public.open_preview(of_tenant uuid, hash text, at timestamp with time zone) RETURNS TABLE(number integer, type smallint, stream_number integer, blog_key character varying, is_home boolean, version integer, expires_at timestamp with time zone, fields jsonb, document jsonb, authors jsonb, published_at timestamp with time zone, saved_at timestamp with time zone, live_head jsonb)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
   $_$;
CREATE FUNCTION public.page_search_body(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN "left"(regexp_replace(regexp_replace("left"($1, 500000), '</?(?:a|b|code|em|i|mark|s|small|span|strong|sub|sup)(?:\s[^>]*)?>'::text, ''::text, 'gi'::text), '<[^>]*>|&#?\w+;'::text, ' '::text, 'g'::text), 150000);
CREATE FUNCTION public.page_search_text(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(CASE WHEN (octet_length($1) = char_length($1)) THEN lower($1) ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(regexp_replace(NORMALIZE($1, NFKD), '[̀-ͯ]'::text, ''::text, 'g'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'ø'::text, 'o'::text), 'ł'::text, 'l'::text), 'đ'::text, 'd'::text), 'ħ'::text, 'h'::text), 'ŧ'::text, 't'::text), 'ı'::text, 'i'::text) END, '[-@./_:+<&% «»„“”‘’…¿¡、。，！？]+'::text, ' '::text, 'g'::text);
CREATE FUNCTION public.page_search_query(uuid, text, boolean) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT CASE WHEN (numnode(asked.q) > 0) THEN ((('t'::text || replace(($1)::text, '-'::text, ''::text)))::tsquery && CASE WHEN $3 THEN (((asked.q)::text || ':*'::text))::tsquery ELSE asked.q END) ELSE NULL::tsquery END AS "case" FROM (SELECT websearch_to_tsquery('simple'::regconfig, public.page_search_text($2)) AS q) asked);
CREATE FUNCTION public.page_search_words(uuid, jsonb, text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((setweight(to_tsvector('simple'::regconfig, public.page_search_text(($2 ->> 'title'::text))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, public.page_search_text(concat_ws(' '::text, ($2 ->> 'introduction'::text), ($2 -> 'tags'::text), ($2 -> 'authors'::text)))), 'B'::"char")) || to_tsvector('simple'::regconfig, public.page_search_text(public.page_search_body($3)))) || (('t'::text || replace(($1)::text, '-'::text, ''::text)))::tsvector);
CREATE FUNCTION public.public_file(of_tenant uuid, of_file uuid) RETURNS TABLE(name text, type text, hash text, size bigint, is_current boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
     SELECT f.name, v.type, v.hash, v.size, v.version = f.version
     FROM file f JOIN file_version v ON v.tenant_id = $1 AND v.file_id = f.id
     WHERE f.tenant_id = $1 AND f.id = $2 AND (v.replaced_at IS NULL OR v.replaced_at > now() - interval '30 days')
   $_$;
CREATE FUNCTION public.public_files(of_tenant uuid, of_files uuid[]) RETURNS TABLE(id uuid, name text, type text, hash text, size bigint, width integer, height integer, focus_x double precision, focus_y double precision, crop_x double precision, crop_y double precision, crop_width double precision, crop_height double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
      SELECT f.id, f.name, f.type, f.hash, f.size, b.width, b.height, f.focus_x, f.focus_y, f.crop_x, f.crop_y, f.crop_width, f.crop_height
      FROM file f JOIN blob b ON b.tenant_id = $1 AND b.hash = f.hash
      WHERE f.tenant_id = $1 AND f.id = ANY($2)
    $_$;
CREATE FUNCTION public.published_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "tenant" WHERE "id" = OLD."tenant_id") THEN RETURN OLD; END IF;
     IF current_setting('sitedesk.content_retention', true) = 'on' AND TG_OP = 'DELETE' THEN RETURN OLD; END IF;
     IF TG_TABLE_NAME = 'publication' AND TG_OP = 'UPDATE' THEN
       IF OLD."ended_at" IS NULL AND to_jsonb(NEW) - 'ended_at' = to_jsonb(OLD) - 'ended_at' THEN RETURN NEW; END IF;
     END IF;
     IF TG_TABLE_NAME = 'article_version' AND TG_OP = 'UPDATE' THEN
       IF to_jsonb(NEW) <> to_jsonb(OLD) AND to_jsonb(NEW) - 'note' = to_jsonb(OLD) - 'note' THEN RETURN NEW; END IF;
     END IF;
     RAISE EXCEPTION 'Versions and publications are never changed.' USING ERRCODE = 'insufficient_privilege';
   END $$;
CREATE FUNCTION public.search_text(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(lower($1), '@.-/_:+<&% «»„“”‘’…¿¡、。，！？'::text, repeat(' '::text, 26));
CREATE FUNCTION public.search_query(uuid, text, integer) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((('t'::text || replace(($1)::text, '-'::text, ''::text)) || (SELECT string_agg(((' & '''::text || "left"(words.word, 200)) || ''':*'::text), ''::text) AS string_agg FROM (SELECT word.word FROM unnest(string_to_array(translate(public.search_text($2), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~	
'::text, repeat(' '::text, 35)), ' '::text)) word(word) WHERE (word.word <> ''::text) LIMIT $3) words)))::tsquery;
CREATE FUNCTION public.search_words(uuid, text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple'::regconfig, ((('t'::text || replace(($1)::text, '-'::text, ''::text)) || ' '::text) || public.search_text($2)));
CREATE TABLE public.account (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    display_name text NOT NULL,
    password_hash text,
    password_changed_at timestamp with time zone,
    email_confirmed_at timestamp with time zone,
    status text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_sign_in_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    created_by uuid,
    password_found_short_at timestamp with time zone,
    failed_sign_ins integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.account_key (
    account_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.account_mail (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid,
    kind text NOT NULL,
    link_id uuid,
    content text,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.account_preferences (
    account_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    theme text,
    density text,
    locale text,
    shortcuts boolean,
    nav_collapsed boolean,
    time_zone text,
    start_page text,
    browser_locale text,
    browser_time_zone text
);
CREATE TABLE public.account_role (
    account_id uuid NOT NULL,
    role_key text NOT NULL,
    source text NOT NULL,
    tenant_id uuid NOT NULL,
    role_id uuid
);
CREATE TABLE public.address_hit (
    tenant_id uuid NOT NULL,
    kind text NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    hits integer NOT NULL,
    last_on date NOT NULL,
    CONSTRAINT address_hit_kind CHECK ((kind = ANY (ARRAY['automatic'::text, 'manual'::text, 'not-found'::text])))
);
CREATE TABLE public.ai_day (
    tenant_id uuid NOT NULL,
    day date NOT NULL,
    tokens bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.ai_state (
    tenant_id uuid NOT NULL,
    configuration text NOT NULL,
    success_at timestamp with time zone,
    failure_at timestamp with time zone,
    failing_since timestamp with time zone,
    failure_kind text,
    detail text,
    detail_code jsonb,
    throttled_until timestamp with time zone,
    latencies integer[] DEFAULT '{}'::integer[] NOT NULL
);
CREATE TABLE public.ai_usage (
    tenant_id uuid NOT NULL,
    day date NOT NULL,
    account_id uuid NOT NULL,
    help text NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    refusals integer DEFAULT 0 NOT NULL,
    tokens_in bigint DEFAULT 0 NOT NULL,
    tokens_out bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.api_token (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    hint text NOT NULL,
    permissions text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
CREATE TABLE public.application (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    live_deployment integer,
    last_deployment integer DEFAULT 0 NOT NULL,
    deployed integer DEFAULT 0 NOT NULL,
    locked boolean DEFAULT false NOT NULL
);
CREATE TABLE public.article (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    id uuid NOT NULL,
    type smallint NOT NULL,
    stream_number integer,
    blog_key character varying(128),
    owner_id uuid,
    title text NOT NULL,
    slug text NOT NULL,
    path text NOT NULL,
    introduction text,
    banner_image text,
    status text NOT NULL,
    restricted boolean DEFAULT false NOT NULL,
    last_version integer DEFAULT 0 NOT NULL,
    live_version integer,
    live_hash text,
    publication_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    listed_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    first_published_at timestamp with time zone,
    trashed_at timestamp with time zone,
    trashed_by uuid,
    review text,
    scheduled_at timestamp with time zone,
    access_version integer DEFAULT 1 NOT NULL,
    CONSTRAINT article_blog_key CHECK ((((type = ANY (ARRAY[1, 2])) = (blog_key IS NOT NULL)) AND ((blog_key)::text ~ '^[a-z0-9_-]+$'::text))),
    CONSTRAINT article_introduction CHECK ((char_length(introduction) <= 512)),
    CONSTRAINT article_stream CHECK (((type = 1) = (stream_number IS NOT NULL))),
    CONSTRAINT article_title CHECK ((char_length(title) <=
CASE type
    WHEN 2 THEN 128
    ELSE 254
END)),
    CONSTRAINT article_type CHECK (((type >= 0) AND (type <= 3)))
);
CREATE TABLE public.article_content (
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    document jsonb NOT NULL,
    words integer NOT NULL
);
CREATE TABLE public.article_counter (
    tenant_id uuid NOT NULL,
    last integer NOT NULL
);
CREATE TABLE public.article_draft (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    revision integer NOT NULL,
    base_version integer NOT NULL,
    fields jsonb NOT NULL,
    document jsonb NOT NULL,
    hash text NOT NULL,
    editor_id uuid,
    saved_at timestamp with time zone NOT NULL,
    last_operation uuid,
    editors jsonb DEFAULT '{}'::jsonb NOT NULL,
    tags text[] GENERATED ALWAYS AS (public.json_texts((fields -> 'tags'::text))) STORED NOT NULL,
    author_ids text[] GENERATED ALWAYS AS (public.json_texts((fields -> 'authors'::text))) STORED NOT NULL,
    files uuid[]
);
CREATE TABLE public.article_email (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    account_id uuid NOT NULL,
    sender_id uuid,
    words text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT article_email_kind CHECK ((kind = ANY (ARRAY['submitted'::text, 'approved'::text, 'changes-requested'::text, 'mentioned'::text])))
);
CREATE TABLE public.article_grant (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    subject text NOT NULL,
    level smallint NOT NULL,
    account_id uuid,
    role_id uuid,
    provider_id uuid,
    CONSTRAINT article_grant_level CHECK (((level >= 1) AND (level <= 3)))
);
CREATE TABLE public.article_review (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    version integer NOT NULL,
    hash text NOT NULL,
    state text NOT NULL,
    note text,
    asked_by uuid,
    asked_at timestamp with time zone NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    comment text,
    ended text,
    ended_at timestamp with time zone,
    words_inserted integer,
    words_removed integer,
    CONSTRAINT article_review_ended CHECK (((ended IS NULL) = (ended_at IS NULL))),
    CONSTRAINT article_review_state CHECK (
CASE state
    WHEN 'in-review'::text THEN (decided_at IS NULL)
    WHEN 'approved'::text THEN (decided_at IS NOT NULL)
    WHEN 'changes-requested'::text THEN ((decided_at IS NOT NULL) AND (comment IS NOT NULL))
    ELSE false
END)
);
CREATE TABLE public.article_reviewer (
    tenant_id uuid NOT NULL,
    review_id uuid NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    CONSTRAINT article_reviewer_kind CHECK ((kind = ANY (ARRAY['account'::text, 'role'::text])))
);
CREATE TABLE public.article_version (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    note text,
    author_id uuid,
    at timestamp with time zone NOT NULL,
    base_version integer NOT NULL,
    fields jsonb NOT NULL,
    content_hash text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    chained boolean DEFAULT true NOT NULL,
    CONSTRAINT article_version_chained CHECK ((chained OR (kind = 'checkpoint'::text)))
);
CREATE TABLE public.audit_entry (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    sequence bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_label text NOT NULL,
    action text NOT NULL,
    target_kind text,
    target_id text,
    outcome text NOT NULL,
    reason text,
    before jsonb,
    after jsonb,
    client_address text NOT NULL,
    user_agent text NOT NULL,
    request_id text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    part_of uuid,
    affected uuid[]
);
CREATE TABLE public.audit_head (
    tenant_id uuid NOT NULL,
    sequence bigint NOT NULL,
    hash text NOT NULL,
    anchor_sequence bigint NOT NULL,
    anchor_hash text NOT NULL
);
CREATE TABLE public.audit_verification (
    tenant_id uuid NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    result jsonb NOT NULL
);
CREATE TABLE public.author_profile (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    biography text DEFAULT ''::text NOT NULL,
    picture_url text,
    links jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE public.blob (
    tenant_id uuid NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    width integer,
    height integer,
    frames integer,
    files integer DEFAULT 0 NOT NULL,
    CONSTRAINT blob_hash CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE UNLOGGED TABLE public.captcha_pass (
    tenant_id uuid NOT NULL,
    client_address text NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE UNLOGGED TABLE public.captcha_used_token (
    tenant_id uuid NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.cdn_budget (
    credential text NOT NULL,
    tokens double precision NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.cdn_purge (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    reason text NOT NULL,
    scope text NOT NULL,
    state text NOT NULL,
    actor text,
    article integer,
    addresses text[] NOT NULL,
    tags text[] NOT NULL,
    pages text[] NOT NULL,
    marks jsonb DEFAULT '{}'::jsonb NOT NULL,
    provider text,
    batch uuid,
    collapsed text,
    repeats integer DEFAULT 0 NOT NULL,
    failure text,
    error text,
    error_code jsonb,
    answers jsonb DEFAULT '[]'::jsonb NOT NULL,
    looks jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    live_at timestamp with time zone
);
CREATE TABLE public.comment (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    thread_id uuid NOT NULL,
    author_id uuid,
    body text NOT NULL,
    mentions uuid[] NOT NULL,
    at timestamp with time zone NOT NULL,
    edited_at timestamp with time zone,
    CONSTRAINT comment_body CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000)))
);
CREATE TABLE public.comment_thread (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    version integer NOT NULL,
    field text,
    anchor jsonb,
    author_id uuid,
    replies integer DEFAULT 0 NOT NULL,
    resolved_by uuid,
    resolved_at timestamp with time zone,
    CONSTRAINT comment_thread_about CHECK (((field IS NULL) <> (anchor IS NULL)))
);
CREATE TABLE public.contact_attempt (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    submission_id uuid,
    email text,
    client_address text NOT NULL,
    at timestamp with time zone NOT NULL,
    status text NOT NULL,
    error text,
    detail text,
    request_id text NOT NULL,
    occurrences integer DEFAULT 1 NOT NULL
);
CREATE TABLE public.contact_form_page (
    tenant_id uuid NOT NULL,
    page text NOT NULL,
    own_host boolean NOT NULL,
    first_seen_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    loads bigint NOT NULL
);
CREATE TABLE public.contact_submission (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    client_address text NOT NULL,
    user_agent text,
    page text,
    hostname text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    receipt_code text NOT NULL,
    status text NOT NULL,
    error text,
    idempotency_key text,
    folder text DEFAULT 'inbox'::text NOT NULL,
    read_at timestamp with time zone,
    archived_at timestamp with time zone,
    trashed_at timestamp with time zone,
    action_id uuid,
    undelivered text,
    is_test boolean DEFAULT false NOT NULL,
    error_code jsonb
);
CREATE TABLE public.delivery_attempt (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    job_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    provider text NOT NULL,
    detail text NOT NULL,
    duration_ms integer NOT NULL,
    detail_code jsonb,
    envelope jsonb
);
CREATE TABLE public.deploy_key (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    article_number integer NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    last_address text,
    replaced_at timestamp with time zone,
    CONSTRAINT deploy_key_scope CHECK ((scope = ANY (ARRAY['draft'::text, 'deploy'::text])))
);
CREATE TABLE public.deployment (
    tenant_id uuid NOT NULL,
    article_number integer NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    files integer DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    new_bytes bigint DEFAULT 0 NOT NULL,
    by text NOT NULL,
    commit text,
    message text,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    failure jsonb,
    created_at timestamp with time zone NOT NULL,
    live_at timestamp with time zone,
    live_until timestamp with time zone,
    lease uuid,
    leased_until timestamp with time zone,
    CONSTRAINT deployment_state CHECK ((state = ANY (ARRAY['checking'::text, 'ready'::text, 'live'::text, 'failed'::text])))
);
CREATE TABLE public.deployment_file (
    tenant_id uuid NOT NULL,
    article_number integer NOT NULL,
    deployment integer NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL
);
CREATE UNLOGGED TABLE public.editing_session (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    page uuid NOT NULL,
    account_id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    pen_at timestamp with time zone,
    asked_at timestamp with time zone
);
CREATE TABLE public.email_verification (
    tenant_id uuid NOT NULL,
    fingerprint text NOT NULL,
    ok boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_label text NOT NULL,
    phases jsonb NOT NULL
);
CREATE TABLE public.external_identity (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    provider_id uuid NOT NULL,
    account_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    groups text[] NOT NULL,
    groups_read_at timestamp with time zone,
    refresh_token text,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.external_sign_in (
    state_hash text NOT NULL,
    tenant_id uuid NOT NULL,
    provider_id uuid NOT NULL,
    browser_hash text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    return_to text NOT NULL,
    link_account_id uuid,
    expires_at timestamp with time zone NOT NULL,
    confirm_session_id uuid
);
CREATE TABLE public.file (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    folder_id uuid,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    type text NOT NULL,
    size bigint NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by uuid,
    changed_at timestamp with time zone NOT NULL,
    trashed_at timestamp with time zone,
    trashed_with uuid,
    is_used boolean DEFAULT false NOT NULL,
    alt text,
    decorative boolean DEFAULT false NOT NULL,
    caption text,
    credit text,
    licence_until date,
    focus_x double precision,
    focus_y double precision,
    crop_x double precision,
    crop_y double precision,
    crop_width double precision,
    crop_height double precision,
    CONSTRAINT file_crop CHECK (((num_nulls(crop_x, crop_y, crop_width, crop_height) = ANY (ARRAY[0, 4])) AND (crop_x >= (0)::double precision) AND (crop_y >= (0)::double precision) AND (crop_width > (0)::double precision) AND (crop_height > (0)::double precision))),
    CONSTRAINT file_decorative CHECK (((NOT decorative) OR (alt IS NULL))),
    CONSTRAINT file_focus CHECK ((((focus_x IS NULL) = (focus_y IS NULL)) AND ((focus_x >= (0)::double precision) AND (focus_x <= (1)::double precision)) AND ((focus_y >= (0)::double precision) AND (focus_y <= (1)::double precision))))
);
CREATE TABLE public.file_usage (
    tenant_id uuid NOT NULL,
    file_id uuid NOT NULL,
    number integer NOT NULL,
    draft boolean NOT NULL,
    live boolean NOT NULL
);
CREATE TABLE public.file_version (
    tenant_id uuid NOT NULL,
    file_id uuid NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by uuid,
    replaced_at timestamp with time zone
);
CREATE TABLE public.folder (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    parent_id uuid,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    trashed_at timestamp with time zone,
    trashed_with uuid
);
CREATE TABLE public.group_role_mapping (
    provider_id uuid NOT NULL,
    group_id text NOT NULL,
    role_key text NOT NULL,
    tenant_id uuid NOT NULL,
    role_id uuid
);
CREATE TABLE public.identity_provider (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    preset text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret text,
    scopes text[] NOT NULL,
    group_claim text,
    directory_url text,
    allow_sign_up boolean NOT NULL,
    enabled boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE public.job (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    lease_owner integer,
    leased_until timestamp with time zone,
    last_error text,
    finished_at timestamp with time zone,
    kind text NOT NULL,
    expires_at timestamp with time zone,
    target text NOT NULL,
    subject_id uuid,
    data jsonb,
    last_error_code jsonb
);
CREATE TABLE public.job_hold (
    tenant_id uuid NOT NULL,
    fingerprint text NOT NULL,
    failures integer NOT NULL,
    kind text NOT NULL,
    detail text NOT NULL,
    last_attempt_at timestamp with time zone NOT NULL,
    held_until timestamp with time zone NOT NULL,
    target text NOT NULL,
    since timestamp with time zone NOT NULL,
    detail_code jsonb
);
CREATE TABLE public.job_success (
    tenant_id uuid NOT NULL,
    target text NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.key_check (
    key_id text NOT NULL,
    proof text NOT NULL
);
CREATE TABLE public.known_device (
    token_hash text NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    failures integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.layout (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    source jsonb NOT NULL,
    hash text NOT NULL,
    revision integer NOT NULL,
    last_version integer,
    last_hash text,
    editors jsonb DEFAULT '{}'::jsonb NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    changed_by uuid,
    deleted_at timestamp with time zone
);
CREATE TABLE public.layout_file (
    tenant_id uuid NOT NULL,
    path text NOT NULL,
    type text NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.layout_publication (
    tenant_id uuid NOT NULL,
    sequence integer NOT NULL,
    layout_id uuid,
    version integer,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    CONSTRAINT layout_publication_version CHECK (((layout_id IS NULL) = (version IS NULL)))
);
CREATE TABLE public.layout_version (
    tenant_id uuid NOT NULL,
    layout_id uuid NOT NULL,
    version integer NOT NULL,
    source jsonb NOT NULL,
    compiled jsonb NOT NULL,
    hash text NOT NULL,
    note text,
    author_id uuid,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.live_layout (
    tenant_id uuid NOT NULL,
    sequence integer NOT NULL,
    layout_id uuid,
    version integer,
    compiled jsonb
);
CREATE TABLE public.live_list (
    tenant_id uuid NOT NULL,
    path text NOT NULL,
    title text NOT NULL,
    profile_id uuid,
    biography text,
    picture_url text,
    links jsonb DEFAULT '[]'::jsonb NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    live_count integer NOT NULL
);
CREATE TABLE public.live_list_entry (
    tenant_id uuid NOT NULL,
    path text NOT NULL,
    number integer NOT NULL,
    published_at timestamp with time zone NOT NULL
);
CREATE TABLE public.live_page (
    tenant_id uuid NOT NULL,
    path text NOT NULL,
    kind text NOT NULL,
    number integer NOT NULL,
    publication_id uuid,
    stream_number integer,
    published_at timestamp with time zone,
    forward_number integer,
    forward_url text,
    hidden boolean DEFAULT false NOT NULL,
    forward_path text COLLATE pg_catalog."C",
    CONSTRAINT live_page_forward CHECK (((kind = 'redirect'::text) OR ((forward_number IS NULL) AND (forward_url IS NULL)))),
    CONSTRAINT live_page_kind CHECK (((kind = ANY (ARRAY['page'::text, 'redirect'::text, 'gone'::text])) AND ((kind = 'page'::text) = (publication_id IS NOT NULL))))
);
CREATE TABLE public.mailing_list (
    tenant_id uuid NOT NULL,
    provider text NOT NULL,
    api_url text NOT NULL,
    api_key text NOT NULL,
    key_updated_at timestamp with time zone NOT NULL,
    account_name text NOT NULL,
    list_id text,
    list_name text,
    mapping jsonb NOT NULL,
    consent_rule text,
    consent_pages text[] NOT NULL,
    consent_statement text,
    paused boolean DEFAULT false NOT NULL,
    connected_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    synchronised integer DEFAULT 0 NOT NULL,
    last_synchronised_at timestamp with time zone
);
CREATE TABLE public.migration (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migration_id_seq OWNED BY public.migration.id;
CREATE TABLE public.one_time_link (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    purpose text NOT NULL,
    token_hash text NOT NULL,
    email text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
CREATE TABLE public.page_template (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    type smallint NOT NULL,
    name text NOT NULL,
    revision integer NOT NULL,
    version integer NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    changed_by uuid,
    deleted_at timestamp with time zone,
    CONSTRAINT page_template_type CHECK ((type = ANY (ARRAY[0, 1, 2])))
);
CREATE TABLE public.page_template_version (
    tenant_id uuid NOT NULL,
    template_id uuid NOT NULL,
    version integer NOT NULL,
    document jsonb NOT NULL,
    locked jsonb NOT NULL,
    author_id uuid,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.passkey (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    rp_id text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    flagged_at timestamp with time zone
);
CREATE TABLE public.passkey_user (
    account_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    handle text NOT NULL
);
CREATE TABLE public.path_history (
    tenant_id uuid NOT NULL,
    path text NOT NULL,
    number integer NOT NULL,
    since timestamp with time zone NOT NULL
);
CREATE TABLE public.planned_page (
    tenant_id uuid NOT NULL,
    plan_id uuid NOT NULL,
    renderer integer NOT NULL,
    content_hash text NOT NULL,
    body_hash text NOT NULL,
    html text NOT NULL,
    slots jsonb NOT NULL
);
CREATE TABLE public.preview_link (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    version integer,
    token_hash text NOT NULL,
    created_by uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    views integer DEFAULT 0 NOT NULL,
    viewed_at timestamp with time zone,
    note text
);
CREATE TABLE public.publication (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    version integer NOT NULL,
    type smallint NOT NULL,
    path text NOT NULL,
    head jsonb NOT NULL,
    body_hash text NOT NULL,
    renderer integer NOT NULL,
    at timestamp with time zone NOT NULL,
    by_id uuid,
    ended_at timestamp with time zone
);
CREATE TABLE public.publication_body (
    tenant_id uuid NOT NULL,
    hash text NOT NULL,
    html text NOT NULL,
    slots jsonb NOT NULL
);
CREATE TABLE public.publication_job (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    action text NOT NULL,
    version integer,
    answer smallint,
    forward_number integer,
    forward_url text,
    state text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    error_code jsonb,
    planned_by uuid,
    planned_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    release_id uuid,
    CONSTRAINT publication_job_action CHECK ((((action = 'publish'::text) AND (version IS NOT NULL) AND (answer IS NULL)) OR ((action = 'withdraw'::text) AND (version IS NULL) AND (answer = ANY (ARRAY[404, 410, 301]))))),
    CONSTRAINT publication_job_state CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'held'::text, 'cancelled'::text])))
);
CREATE TABLE public.publication_release (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    state text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    error_code jsonb,
    planned_by uuid,
    planned_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT publication_release_state CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'held'::text, 'cancelled'::text])))
);
CREATE UNLOGGED TABLE public.rate_limit_counter (
    key text NOT NULL,
    window_start timestamp with time zone NOT NULL,
    hits integer NOT NULL
);
CREATE TABLE public.recovery_code (
    account_id uuid NOT NULL,
    code_hash text NOT NULL,
    tenant_id uuid NOT NULL
);
CREATE TABLE public.redirect_rule (
    tenant_id uuid NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL,
    with_below boolean NOT NULL,
    code smallint NOT NULL,
    forward_number integer,
    forward_url text,
    forward_path text COLLATE pg_catalog."C",
    note text,
    version integer DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT redirect_rule_code CHECK (((code = ANY (ARRAY[301, 302, 308, 410])) AND ((code = 410) = ((forward_number IS NULL) AND (forward_url IS NULL))) AND ((forward_number IS NULL) OR (forward_url IS NULL))))
);
CREATE TABLE public.released_content (
    tenant_id uuid NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.removed_blob (
    tenant_id uuid NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.retention_run (
    tenant_id uuid NOT NULL,
    day date NOT NULL,
    owner uuid NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    failed_at timestamp with time zone,
    removed jsonb DEFAULT '{}'::jsonb NOT NULL
);
CREATE TABLE public.role (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    permissions text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
CREATE TABLE public.saved_view (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    list text NOT NULL,
    account_id uuid,
    name text NOT NULL,
    name_key text NOT NULL,
    query text NOT NULL,
    "position" integer NOT NULL
);
CREATE TABLE public.search_index (
    tenant_id uuid NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    indexed_to integer DEFAULT 0 NOT NULL,
    is_complete boolean DEFAULT false NOT NULL
);
CREATE TABLE public.search_page (
    tenant_id uuid NOT NULL,
    number integer NOT NULL,
    publication_id uuid NOT NULL,
    published_at timestamp with time zone NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public.session (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    token_hash text NOT NULL,
    kind text NOT NULL,
    methods text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    authenticated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    client_address text NOT NULL,
    user_agent text NOT NULL,
    proof_tries integer DEFAULT 0 NOT NULL,
    identity_id uuid
);
CREATE TABLE public.setting (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    "group" text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.setting_change (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    "group" text NOT NULL,
    version integer NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_label text NOT NULL,
    kind text NOT NULL,
    undoes uuid,
    items jsonb NOT NULL
);
CREATE TABLE public.setup_state (
    tenant_id uuid NOT NULL,
    code text,
    closed_at timestamp with time zone,
    steps jsonb
);
CREATE UNLOGGED TABLE public.sign_in_failure (
    tenant_id uuid NOT NULL,
    email_key text NOT NULL,
    address text NOT NULL,
    failures integer NOT NULL,
    last_at timestamp with time zone NOT NULL
);
CREATE TABLE public.site_menu (
    tenant_id uuid NOT NULL,
    items jsonb NOT NULL,
    version integer NOT NULL,
    changed_at timestamp with time zone NOT NULL
);
CREATE TABLE public.storage_total (
    tenant_id uuid NOT NULL,
    used bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL,
    CONSTRAINT storage_total_used CHECK (((used >= 0) AND (reserved >= 0)))
);
CREATE TABLE public.stream_state (
    tenant_id uuid NOT NULL,
    stream_number integer NOT NULL,
    version bigint NOT NULL,
    live_count integer NOT NULL,
    posts_per_page smallint DEFAULT 10 NOT NULL,
    CONSTRAINT stream_state_posts_per_page CHECK (((posts_per_page >= 1) AND (posts_per_page <= 50)))
);
CREATE TABLE public.tenant (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.tenant_hostname (
    hostname text NOT NULL,
    tenant_id uuid NOT NULL
);
CREATE TABLE public.tenant_key (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    purpose text NOT NULL,
    wrapped_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone
);
CREATE TABLE public.totp_credential (
    account_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    secret text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    last_used_step integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.upload (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_id uuid,
    folder_id uuid,
    name text NOT NULL,
    length bigint NOT NULL,
    received bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    replaces uuid,
    replaces_revision integer,
    CONSTRAINT upload_received CHECK (((received >= 0) AND (received <= length)))
);
CREATE TABLE public.webauthn_challenge (
    challenge text NOT NULL,
    tenant_id uuid NOT NULL,
    purpose text NOT NULL,
    bound_to text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.migration ALTER COLUMN id SET DEFAULT nextval('public.migration_id_seq'::regclass);
INSERT INTO public.account VALUES
	('01a21a3a-f6f0-7b98-8476-49992f8b62d0', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:ox5SvMRcssP4WTfH2vKPvnIJemEhOe7b/LfbqwjYosN5bl1WPUbWQXd+fagWk8Y=', 'jntOkfvmYYq-8g-mvtldTyiYhEBk2ZF5RKjxnohSPGM', 'Administrator', '$argon2id$v=19$m=19456,t=2,p=1$w4SQhX7ihza5BQOD+DZFeg$c8iLz12bO4nemPJgza5TfO7Av4781QkVVcW5JeMHlLA', '2026-11-26 23:40:01.648+00', '2026-11-26 23:40:01.648+00', 'active', '2026-11-26 23:40:01.648+00', '2026-11-26 23:40:17.112+00', 1, 'administrator', NULL, NULL, 0),
	('01a21a3b-35a2-75df-9a33-668e7493e1b7', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:lQMFLmLYzMDT5pMcpCvanRzuPkykxd/rMErTc1PKy3xdltW47nargmTK8LDc7se5bA==', 'ldx44vAPIntNBbA5ymtb3FDgmWiItzipz5zMBVoZeUk', 'Cleo Ortiz', '$argon2id$v=19$m=19456,t=2,p=1$vL4p1QDer5YxKv4bzly/RQ$jlDG7V8RrcEgDarQCPlk92bHhy5nicIYdkh8UbGkO98', '2026-11-26 23:40:18.021+00', '2026-11-26 23:40:18.02+00', 'active', '2026-11-26 23:40:17.698+00', '2026-11-26 23:40:19.282+00', 2, 'cleo ortiz', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', NULL, 0),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:4FOEX4SOOGiEK0xQQ1UdxfwR3lQ02ZUc86TdJLOgU260HmJhqgcm+tN7aYkeiXKX0w==', 'VwmeXEJfYIehrZ_DLrvi_hLWCPqS8kdTa7Tfb2qxjmk', 'Dora Lind', '$argon2id$v=19$m=19456,t=2,p=1$PtqP23av2xvjT8Rn6QTqyw$iDX1fU/yQFipEllkTj9+Jz2XUGRGznSiVMyxWPVoV5g', '2026-11-26 23:40:19.681+00', '2026-11-26 23:40:19.681+00', 'active', '2026-11-26 23:40:19.395+00', '2026-11-26 23:40:20.449+00', 2, 'dora lind', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', NULL, 0),
	('01a21a3b-5cb9-7614-8561-097c90946482', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:z3aAN2D1AU2FZOc8qKIgHxqopiTWLWvREARFy7w5ne6BQBeSQK1G5Waa', 'amXctDgIuE6HZZ9_He4pkPRctkwPx4GDmnvP3S64e84', 'Gina Roth', NULL, NULL, NULL, 'invited', '2026-11-26 23:40:27.705+00', NULL, 1, 'gina roth', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', NULL, 0);
INSERT INTO public.account_key VALUES
	('01a21a3a-f6f0-7b98-8476-49992f8b62d0', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:x0+LZPwQXHkfhHCrnSp+qOOuMfqGvmdL3WYWl43Cu87MCA9ZlHvffmBYdjdl9tOof8HmruZ8RqTNteRzz/uGdW92gNPkoTsk', '2026-11-26 23:40:22.008+00');
INSERT INTO public.account_mail VALUES
	('01a21a3b-43d5-7348-9a7c-348d08d62128', '00000000-0000-7000-8000-000000000001', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'two-factor-changed', NULL, NULL, '2026-11-26 23:40:21.333+00');
INSERT INTO public.account_role VALUES
	('01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'manual', '00000000-0000-7000-8000-000000000001', NULL),
	('01a21a3b-35a2-75df-9a33-668e7493e1b7', 'Editor', 'manual', '00000000-0000-7000-8000-000000000001', NULL),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', '01a21a3b-34a3-7ea0-b431-4778e0718fde', 'manual', '00000000-0000-7000-8000-000000000001', '01a21a3b-34a3-7ea0-b431-4778e0718fde'),
	('01a21a3b-5cb9-7614-8561-097c90946482', 'Author', 'manual', '00000000-0000-7000-8000-000000000001', NULL);
INSERT INTO public.api_token VALUES
	('01a21a3b-44e1-70a1-8c95-af0d4ab14e5a', '00000000-0000-7000-8000-000000000001', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Reports', 'dfhtU90voskjlESjWJzTL_ovzFcMAt8arp7TevjfxyI', 'zdXw', '{contacts.manage}', '2026-11-26 23:40:21.601+00', '2027-02-24 23:40:21.601+00', NULL);
INSERT INTO public.article VALUES
	('00000000-0000-7000-8000-000000000001', 1, '01a21a3b-7fec-7810-ac52-cc45083de9c4', 0, NULL, NULL, '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Opening hours', 'hours', '/hours', NULL, NULL, 'live', false, 2, 2, '1c66a6f7c87a7df3671b43f5b74978ec282b52a846889fc4ba6029c7314477f2', '01a21a3b-8072-7ff7-a334-f8080d0c92fe', '2026-11-26 23:40:36.711+00', '2026-11-26 23:40:36.711+00', '2026-11-26 23:40:36.85+00', '2026-11-26 23:40:36.85+00', '2026-11-26 23:40:36.85+00', NULL, NULL, NULL, NULL, 1),
	('00000000-0000-7000-8000-000000000001', 2, '01a21a3b-80bd-766e-b09b-7c5a30e28557', 0, NULL, NULL, '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Opening hours', 'opening-hours', '/opening-hours', NULL, NULL, 'draft', false, 1, NULL, NULL, NULL, '2026-11-26 23:40:36.911+00', '2026-11-26 23:40:36.911+00', '2026-11-26 23:40:36.911+00', NULL, NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO public.article_content VALUES
	('00000000-0000-7000-8000-000000000001', 'af3eb6738adbda042982affc7bd51a9bb9b85fb726c026816142a8034b55b591', '{"type": "doc", "content": [{"type": "paragraph"}]}', 0);
INSERT INTO public.article_counter VALUES
	('00000000-0000-7000-8000-000000000001', 2);
INSERT INTO public.article_draft VALUES
	('00000000-0000-7000-8000-000000000001', 1, 1, 1, '{"slug": "hours", "tags": [], "title": "Opening hours", "authors": [], "unlisted": false, "canonical": null, "bannerText": null, "bannerImage": null, "searchTitle": null, "introduction": null, "searchDescription": null}', '{"type": "doc", "content": [{"type": "paragraph"}]}', '1c66a6f7c87a7df3671b43f5b74978ec282b52a846889fc4ba6029c7314477f2', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', '2026-11-26 23:40:36.711+00', NULL, '{"01a21a3a-f6f0-7b98-8476-49992f8b62d0": "2026-11-26T23:40:36.711Z"}', DEFAULT, DEFAULT, NULL),
	('00000000-0000-7000-8000-000000000001', 2, 1, 1, '{"slug": "opening-hours", "tags": [], "title": "Opening hours", "authors": [], "unlisted": false, "canonical": null, "bannerText": null, "bannerImage": null, "searchTitle": null, "introduction": null, "searchDescription": null}', '{"type": "doc", "content": [{"type": "paragraph"}]}', '7be90d506fa4edb1bac6df380b375da8c9f4e990b1d49d72680212a94c2e65f6', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', '2026-11-26 23:40:36.911+00', NULL, '{"01a21a3a-f6f0-7b98-8476-49992f8b62d0": "2026-11-26T23:40:36.911Z"}', DEFAULT, DEFAULT, NULL);
INSERT INTO public.article_version VALUES
	('00000000-0000-7000-8000-000000000001', 1, 1, 'checkpoint', NULL, '01a21a3a-f6f0-7b98-8476-49992f8b62d0', '2026-11-26 23:40:36.711+00', 0, '{"slug": "hours", "tags": [], "title": "Opening hours", "authors": [], "unlisted": false, "canonical": null, "bannerText": null, "bannerImage": null, "searchTitle": null, "introduction": null, "searchDescription": null}', 'af3eb6738adbda042982affc7bd51a9bb9b85fb726c026816142a8034b55b591', '0000000000000000000000000000000000000000000000000000000000000000', '136fc8b792900573285cc01661c77d22d1ef00d343bd29b4265ced67c74e3105', false),
	('00000000-0000-7000-8000-000000000001', 1, 2, 'published', NULL, '01a21a3a-f6f0-7b98-8476-49992f8b62d0', '2026-11-26 23:40:36.846+00', 1, '{"slug": "hours", "tags": [], "title": "Opening hours", "authors": [], "unlisted": false, "canonical": null, "bannerText": null, "bannerImage": null, "searchTitle": null, "introduction": null, "searchDescription": null}', 'af3eb6738adbda042982affc7bd51a9bb9b85fb726c026816142a8034b55b591', '0000000000000000000000000000000000000000000000000000000000000000', '43c79caa5cfce5cd329733f84840c73227859fa00193156f8a78cee41b3b8bce', true),
	('00000000-0000-7000-8000-000000000001', 2, 1, 'checkpoint', NULL, '01a21a3a-f6f0-7b98-8476-49992f8b62d0', '2026-11-26 23:40:36.911+00', 0, '{"slug": "opening-hours", "tags": [], "title": "Opening hours", "authors": [], "unlisted": false, "canonical": null, "bannerText": null, "bannerImage": null, "searchTitle": null, "introduction": null, "searchDescription": null}', 'af3eb6738adbda042982affc7bd51a9bb9b85fb726c026816142a8034b55b591', '0000000000000000000000000000000000000000000000000000000000000000', '9fe12dbfb186cd878e95e3939933bed400da51fa9d14f29c3c1146ec9ba5916d', false);
INSERT INTO public.audit_entry VALUES
	('01a21a3a-f6ff-72db-95fb-ba530b2d9c36', '00000000-0000-7000-8000-000000000001', 1, '2026-11-26 23:40:01.663+00', 'system', NULL, 'environment', 'setup.finish', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'done', NULL, NULL, NULL, '', '', '', '0000000000000000000000000000000000000000000000000000000000000000', '951eb3da7994aa877a258d5246f075c513565ec320e4f14f83a4811e44f4e3b0', NULL, NULL),
	('01a21a3b-02a0-72f6-a764-b732a52a0acf', '00000000-0000-7000-8000-000000000001', 2, '2026-11-26 23:40:04.64+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'EMAIL', 'done', NULL, NULL, '{"names": ["SenderEmail"], "changes": [{"name": "SenderEmail", "after": "we…@site.test", "before": null, "secret": false}]}', '', '', '', '951eb3da7994aa877a258d5246f075c513565ec320e4f14f83a4811e44f4e3b0', '12a90e3d83477b68699d16b9abbbc684c486893abd7ffb0f6ae627a8ee3a3ee1', NULL, NULL),
	('01a21a3b-1503-7d50-b452-90091df47e6c', '00000000-0000-7000-8000-000000000001', 3, '2026-11-26 23:40:09.347+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'EMAIL', 'done', NULL, NULL, '{"names": ["ConnectionString"], "changes": [{"name": "ConnectionString", "after": "(hidden)", "before": null, "secret": true}]}', '', '', '', '12a90e3d83477b68699d16b9abbbc684c486893abd7ffb0f6ae627a8ee3a3ee1', '9cf8922d385df4347bde9677b1dd85cbc3a0a89008bcf39b680f92035e0335eb', NULL, NULL),
	('01a21a3b-2d89-70c1-a60c-312b7e62ea5b', '00000000-0000-7000-8000-000000000001', 4, '2026-11-26 23:40:15.625+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'ContactApi', 'done', NULL, NULL, '{"names": ["AdminEmail"], "changes": [{"name": "AdminEmail", "after": "ow…@site.test", "before": null, "secret": false}]}', '', '', '', '9cf8922d385df4347bde9677b1dd85cbc3a0a89008bcf39b680f92035e0335eb', '5ff41d52ab0328a0603de4e3ce29f61c37dc338a648390542b0e597dd377cf42', NULL, NULL),
	('01a21a3b-335f-7afe-a151-a5e8a7cca602', '00000000-0000-7000-8000-000000000001', 5, '2026-11-26 23:40:17.119+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'session.begin', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.2', '', '4df660ba-170b-431f-b13b-39de80e1d3cb', '5ff41d52ab0328a0603de4e3ce29f61c37dc338a648390542b0e597dd377cf42', 'bb123ca9b122356ede36ef438c221c6f563993311128e0b243f50f21f411cf4e', NULL, NULL),
	('01a21a3b-34ad-72c0-a90a-b2272e1ab9ea', '00000000-0000-7000-8000-000000000001', 6, '2026-11-26 23:40:17.453+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'role.create', 'role', '01a21a3b-34a3-7ea0-b431-4778e0718fde', 'done', NULL, NULL, '{"name": "Front desk", "description": "", "permissions": ["contacts.manage"]}', '10.0.0.2', '', '45655904-daea-4dc7-8fef-a9bc224cf2c9', 'bb123ca9b122356ede36ef438c221c6f563993311128e0b243f50f21f411cf4e', 'a3bf66fc93e6601cfc81f9ede6535c6c5cd81659f16a7e1aa37c0964036bc322', NULL, NULL),
	('01a21a3b-35a4-762d-bac8-efa455d0524f', '00000000-0000-7000-8000-000000000001', 7, '2026-11-26 23:40:17.7+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'user.create', 'account', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'done', NULL, NULL, '{"email": "co…@site.test", "roles": ["Editor"], "displayName": "Cleo Ortiz"}', '10.0.0.2', '', '2b3cd41d-c75f-45e8-9ec3-056a635150fc', 'a3bf66fc93e6601cfc81f9ede6535c6c5cd81659f16a7e1aa37c0964036bc322', '31ca27ec6ecc398f5e0d8a66acdfd278879fa91ece82358de82f132dfbe13a10', NULL, NULL),
	('01a21a3b-3738-7062-9c4e-1a0eabfe6c22', '00000000-0000-7000-8000-000000000001', 8, '2026-11-26 23:40:18.104+00', 'anonymous', NULL, '', 'account.accept-invitation', 'account', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'done', NULL, NULL, NULL, '10.0.0.3', '', '7499604d-a92f-4cb4-8833-2189fb323251', '31ca27ec6ecc398f5e0d8a66acdfd278879fa91ece82358de82f132dfbe13a10', 'd02be3aebd784f6cb78929a89663270b48f275c4ed05fa7e029598882f7b2b1e', NULL, NULL),
	('01a21a3b-37fd-7382-83ea-d2ae47b20d69', '00000000-0000-7000-8000-000000000001', 9, '2026-11-26 23:40:18.301+00', 'account', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'Cleo Ortiz', 'session.begin', 'account', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.3', '', '7499604d-a92f-4cb4-8833-2189fb323251', 'd02be3aebd784f6cb78929a89663270b48f275c4ed05fa7e029598882f7b2b1e', '9bd73c0101883643bcda1e1e6ed6f9354eb071a801832319132849bd1461fa4b', NULL, NULL),
	('01a21a3b-3bd4-7f73-9aa0-ea95a2ad1495', '00000000-0000-7000-8000-000000000001', 10, '2026-11-26 23:40:19.284+00', 'account', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'Cleo Ortiz', 'session.begin', 'account', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.3', '', '47ee99b6-847d-4048-bca6-c42c04bb802b', '9bd73c0101883643bcda1e1e6ed6f9354eb071a801832319132849bd1461fa4b', 'c08ad124654503a739b8e999fcbc41bc5e67c50755612d501610bcf6ba6f27af', NULL, NULL),
	('01a21a3b-3c4b-793c-8ba3-66825f3d4007', '00000000-0000-7000-8000-000000000001', 11, '2026-11-26 23:40:19.403+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'user.create', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'done', NULL, NULL, '{"email": "co…@site.test", "roles": ["Front desk"], "displayName": "Dora Lind"}', '10.0.0.2', '', 'c69f610f-1be4-4b1c-9e92-fef14ad75e75', 'c08ad124654503a739b8e999fcbc41bc5e67c50755612d501610bcf6ba6f27af', 'cb5f40a30160b6f57982086738da818c3e8b3e690ee55fcfa6978321156b90dc', NULL, NULL),
	('01a21a3b-3e4c-74bd-a19c-12cc2ac3cfbb', '00000000-0000-7000-8000-000000000001', 12, '2026-11-26 23:40:19.916+00', 'anonymous', NULL, '', 'account.accept-invitation', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'done', NULL, NULL, NULL, '10.0.0.4', '', '53ac5abe-7dcf-4897-8d37-a1f21f786bf5', 'cb5f40a30160b6f57982086738da818c3e8b3e690ee55fcfa6978321156b90dc', '6cf63ca5c1832c332557ecea8cc3811f522d71501347d082f57cb8d6e58cc194', NULL, NULL),
	('01a21a3b-3e6b-738a-949c-4523265fa1b3', '00000000-0000-7000-8000-000000000001', 13, '2026-11-26 23:40:19.947+00', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'Dora Lind', 'session.begin', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.4', '', '53ac5abe-7dcf-4897-8d37-a1f21f786bf5', '6cf63ca5c1832c332557ecea8cc3811f522d71501347d082f57cb8d6e58cc194', 'a68488e84979d637d19e496af1f4e3a40798c1ff13d85c77fe72d7717de02dc3', NULL, NULL),
	('01a21a3b-4066-76e6-9c86-e6e8ee8c163b', '00000000-0000-7000-8000-000000000001', 14, '2026-11-26 23:40:20.454+00', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'Dora Lind', 'session.begin', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.4', '', 'ab7c26f9-2b20-4551-acbe-c48cbde97093', 'a68488e84979d637d19e496af1f4e3a40798c1ff13d85c77fe72d7717de02dc3', '815b16f17c0f615f833298a85d5f2770f75716919f84463c7492b2703829bc6e', NULL, NULL),
	('01a21a3b-42d0-73f3-98fe-cf750099df1a', '00000000-0000-7000-8000-000000000001', 15, '2026-11-26 23:40:21.072+00', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'Dora Lind', 'two-factor.begin', NULL, NULL, 'done', NULL, NULL, NULL, '10.0.0.4', '', '0f455969-d7b0-434d-8bda-9f67c3b1bae9', '815b16f17c0f615f833298a85d5f2770f75716919f84463c7492b2703829bc6e', '293abffdea67c4e47ec8aa993c2c19bc7565623788d127379e7f8704c189fe85', NULL, NULL),
	('01a21a3b-4408-75dc-9833-f2a3a885ead8', '00000000-0000-7000-8000-000000000001', 16, '2026-11-26 23:40:21.384+00', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'Dora Lind', 'two-factor.enable', 'account', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'done', NULL, NULL, NULL, '10.0.0.4', '', '9bc9d0f2-bec3-40a4-9c61-0fedfeba2e40', '293abffdea67c4e47ec8aa993c2c19bc7565623788d127379e7f8704c189fe85', 'cb1a9b0ef5a5c5dbaeec1b50171a0a2f2ba2de39d5125834d74490513d58eb5d', NULL, NULL),
	('01a21a3b-461e-7be0-be89-4f287ce73c70', '00000000-0000-7000-8000-000000000001', 17, '2026-11-26 23:40:21.918+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'api-token.create', 'api-token', '01a21a3b-44e1-70a1-8c95-af0d4ab14e5a', 'done', NULL, NULL, '{"name": "Reports", "expiresAt": "2027-02-24T23:40:21.601Z", "permissions": ["contacts.manage"]}', '10.0.0.2', '', '7f969e68-59ec-4aad-9623-2418ad3e15bb', 'cb1a9b0ef5a5c5dbaeec1b50171a0a2f2ba2de39d5125834d74490513d58eb5d', '107352fc15a978ac239eb465f7b9a8dc6097b96b52c9c96a399e6abc0b2a75ea', NULL, NULL),
	('01a21a3b-4697-72fb-b517-70b08ac4bf4e', '00000000-0000-7000-8000-000000000001', 18, '2026-11-26 23:40:22.039+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'encryption-key.get', NULL, NULL, 'done', NULL, NULL, NULL, '10.0.0.2', '', '4cff9607-a672-4409-8219-3694612fca62', '107352fc15a978ac239eb465f7b9a8dc6097b96b52c9c96a399e6abc0b2a75ea', '77c2168acaaabe9958decfaee099d550cf9da71a4c1c1b24e4b3441471d6fcff', NULL, NULL),
	('01a21a3b-4708-7597-83a1-be4b345f118b', '00000000-0000-7000-8000-000000000001', 19, '2026-11-26 23:40:22.152+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'author.create', 'author', '01a21a3b-46ff-788d-8eb7-be919936ba11', 'done', NULL, NULL, '{"name": "Anna Berg", "links": [], "accountId": null, "biography": "Writes about rivers.", "pictureUrl": null}', '10.0.0.2', '', '446c8fc4-8a01-46b3-9d87-bcb5d1319178', '77c2168acaaabe9958decfaee099d550cf9da71a4c1c1b24e4b3441471d6fcff', 'f665b910f5007929355bc1ca63759be4dac2a3661a26fe644e24ba764dc7980e', NULL, NULL),
	('01a21a3b-4b7b-77d4-9499-24c527f496d9', '00000000-0000-7000-8000-000000000001', 20, '2026-11-26 23:40:23.291+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'mailing-list.connect', 'mailing-list', '00000000-0000-7000-8000-000000000001', 'done', NULL, NULL, '{"apiUrl": "http://127.0.0.1:2598/3.0", "account": "Site & Sons", "provider": "mailchimp"}', '10.0.0.2', '', '030f803d-e09b-40e2-bedd-2b990bf3211e', 'f665b910f5007929355bc1ca63759be4dac2a3661a26fe644e24ba764dc7980e', '5d3fb4b2952390d00dba5c90f5d99cab401aafdaf64809d04a10fc24249dc00f', NULL, NULL),
	('01a21a3b-4dd8-741e-9368-5709bfdf9c72', '00000000-0000-7000-8000-000000000001', 21, '2026-11-26 23:40:23.896+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'mailing-list.configure', 'mailing-list', '00000000-0000-7000-8000-000000000001', 'done', NULL, '{"listId": null, "mapping": [], "listName": null, "consentRule": null, "consentPages": [], "consentStatement": null}', '{"listId": "news", "mapping": [{"field": "FNAME", "source": "first-name"}, {"field": "LNAME", "source": "last-name"}], "listName": "Newsletter", "consentRule": "statement", "consentPages": [], "consentStatement": "The form says above its button that senders get the newsletter."}', '10.0.0.2', '', '986ef596-d00f-45d8-be8b-0a399c135b30', '5d3fb4b2952390d00dba5c90f5d99cab401aafdaf64809d04a10fc24249dc00f', '0dd6966418f2514db4b651aa85b2b46e8b045b3cefab1c266a5850069e9658b4', NULL, NULL),
	('01a21a3b-590b-7d94-9f31-085b5aaeeaca', '00000000-0000-7000-8000-000000000001', 22, '2026-11-26 23:40:26.962+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'contact.mark-read', NULL, NULL, 'done', NULL, NULL, '{"changed": 2, "matched": 2, "actionId": "01a21a3b-590b-7d94-9f31-085b5aaeeaca"}', '10.0.0.2', '', '98cb01d4-53ae-41f1-99c8-8ff384957bdf', '0dd6966418f2514db4b651aa85b2b46e8b045b3cefab1c266a5850069e9658b4', '469fbbfed58e4b0223a6475d410b3e42138a7a2830adde62ea9d6bbe43d60d57', NULL, '{01a21a3b-4fdf-7fe9-b53d-5fc3a5dcca79,01a21a3b-51a7-7cd9-a500-59a912093ca4}'),
	('01a21a3b-59f3-7b68-9e46-118f564c0608', '00000000-0000-7000-8000-000000000001', 23, '2026-11-26 23:40:27.153+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'contact.archive', 'contact', '01a21a3b-51a7-7cd9-a500-59a912093ca4', 'done', NULL, NULL, '{"changed": 1, "matched": 1, "actionId": "01a21a3b-59f3-7b68-9e46-118f564c0608"}', '10.0.0.2', '', '5337eb52-0dcb-45dc-b40b-8786ab05a7e9', '469fbbfed58e4b0223a6475d410b3e42138a7a2830adde62ea9d6bbe43d60d57', 'b77b6a167316d38eb16b9e32cd9dd95cda4d4ec17a75a4775a3cb222b2b3a823', NULL, NULL),
	('01a21a3b-5ada-734a-b132-35b4a7f07fb1', '00000000-0000-7000-8000-000000000001', 24, '2026-11-26 23:40:27.319+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'contact.trash', 'contact', '01a21a3b-528e-7786-822b-faf6bf233f18', 'done', NULL, NULL, '{"changed": 1, "matched": 1, "actionId": "01a21a3b-5ada-734a-b132-35b4a7f07fb1"}', '10.0.0.2', '', 'd601b659-7bee-47ef-beae-09f514eeadf5', 'b77b6a167316d38eb16b9e32cd9dd95cda4d4ec17a75a4775a3cb222b2b3a823', '0f4a1212768532f3e08d849ef56a430eabb51cb158d27845c75b3dfb1dafc5e6', NULL, NULL),
	('01a21a3b-5f5c-7d95-b2dc-afdfee7ce1fd', '00000000-0000-7000-8000-000000000001', 25, '2026-11-26 23:40:28.38+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'user.create', 'account', '01a21a3b-5cb9-7614-8561-097c90946482', 'done', NULL, NULL, '{"email": "gi…@site.test", "roles": ["Author"], "displayName": "Gina Roth"}', '10.0.0.2', '', '2856379c-903b-4884-af7a-c4eca4e804ac', '0f4a1212768532f3e08d849ef56a430eabb51cb158d27845c75b3dfb1dafc5e6', '6dad9809ffe9973d1e5971b853335b1068432b5cc0cb61497796e882572d2440', NULL, NULL),
	('01a21a3b-7d2c-7733-8405-f23629b93c30', '00000000-0000-7000-8000-000000000001', 26, '2026-11-26 23:40:36.012+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'Identity', 'done', NULL, NULL, '{"names": ["EditorUrl"], "changes": [{"name": "EditorUrl", "after": "https://editor.site.test", "before": null, "secret": false}]}', '', '', '', '6dad9809ffe9973d1e5971b853335b1068432b5cc0cb61497796e882572d2440', '11fc9038bde315b1f5bb428f15395bbb31d218e6587af9600b0f4546c170192f', NULL, NULL),
	('01a21a3b-7ff9-7509-b051-c7012a43cce7', '00000000-0000-7000-8000-000000000001', 27, '2026-11-26 23:40:36.729+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'article.create', 'article', '1', 'done', NULL, NULL, '{"path": "/hours", "type": 0, "title": "Opening hours"}', '10.0.0.2', '', '2d032c59-9e9c-4e32-b568-2efc3748fea9', '11fc9038bde315b1f5bb428f15395bbb31d218e6587af9600b0f4546c170192f', 'b70b0cb7171665c1bbad2f59870ad8a9c9581bef23b5bc3cd68913a5b8e772ca', NULL, NULL),
	('01a21a3b-807a-7a34-8dcc-fcd448d823e5', '00000000-0000-7000-8000-000000000001', 28, '2026-11-26 23:40:36.858+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'article.publish', 'article', '1', 'done', NULL, NULL, '{"path": "/hours", "title": "Opening hours", "version": 2}', '10.0.0.2', '', '17459062-c2e1-4373-81de-0875529c785d', 'b70b0cb7171665c1bbad2f59870ad8a9c9581bef23b5bc3cd68913a5b8e772ca', '960e6818f598ba73574b48c797e0644ea92eafb672cfcfb7c3a059bcf8b97a18', NULL, NULL),
	('01a21a3b-80c4-7fb2-9ad0-759b4b95dce4', '00000000-0000-7000-8000-000000000001', 29, '2026-11-26 23:40:36.932+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'article.copy', 'article', '2', 'done', NULL, NULL, '{"from": 1, "path": "/opening-hours", "type": 0, "title": "Opening hours"}', '10.0.0.2', '', 'ee62017f-992b-4bf0-99f9-f01bf424d3d6', '960e6818f598ba73574b48c797e0644ea92eafb672cfcfb7c3a059bcf8b97a18', 'c4aaf6da1cbaaf06798d68154ea3e908a381855475d7ddbf5825fd6e04e5791d', NULL, NULL),
	('01a21a3b-80f2-757e-a718-f792424b2b57', '00000000-0000-7000-8000-000000000001', 30, '2026-11-26 23:40:36.978+00', 'account', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'Administrator', 'redirect.create', 'redirect', '01a21a3b-80df-7acb-92c5-29c486fc484b', 'done', NULL, NULL, '{"code": "(hidden)", "note": null, "path": "/times", "withBelow": false, "forwardUrl": null, "forwardPath": null, "forwardNumber": 1}', '10.0.0.2', '', '23ad8222-270b-4a4d-b3df-a5111491d62d', 'c4aaf6da1cbaaf06798d68154ea3e908a381855475d7ddbf5825fd6e04e5791d', 'f20d2af6bb2b50eba06e085b5848b386ad71ea5c022a3d93ce84c1598a760268', NULL, NULL);
INSERT INTO public.audit_head VALUES
	('00000000-0000-7000-8000-000000000001', 30, 'f20d2af6bb2b50eba06e085b5848b386ad71ea5c022a3d93ce84c1598a760268', 0, '0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.author_profile VALUES
	('01a21a3b-46ff-788d-8eb7-be919936ba11', '00000000-0000-7000-8000-000000000001', NULL, 'Anna Berg', 'anna berg', 'Writes about rivers.', NULL, '[]', '2026-11-26 23:40:22.143+00', 1);
INSERT INTO public.contact_attempt VALUES
	('01a21a3b-4fdf-7e9a-a79c-3aea6c15b53b', '00000000-0000-7000-8000-000000000001', '01a21a3b-4fdf-7fe9-b53d-5fc3a5dcca79', 'ada@example.com', '192.0.2.7', '2026-11-26 23:40:24.415+00', 'accepted', NULL, NULL, '333cdaa0-a1bd-436d-8fe9-e314625a9afd', 1),
	('01a21a3b-51a7-7b61-87f0-5ecfe8950082', '00000000-0000-7000-8000-000000000001', '01a21a3b-51a7-7cd9-a500-59a912093ca4', 'ben@example.com', '192.0.2.7', '2026-11-26 23:40:24.871+00', 'accepted', NULL, NULL, '21e4c368-13ed-475b-bf4e-5a11ec17e41a', 1),
	('01a21a3b-528e-700c-8c97-bc670f8fd9da', '00000000-0000-7000-8000-000000000001', '01a21a3b-528e-7786-822b-faf6bf233f18', 'cem@example.com', '192.0.2.7', '2026-11-26 23:40:25.102+00', 'accepted', NULL, NULL, '000e8596-5a6d-4ba3-82ae-d3a17b095dc7', 1),
	('01a21a3b-539f-7edf-bbda-c6fccf43f568', '00000000-0000-7000-8000-000000000001', '01a21a3b-539f-7c12-b061-7139c93a3406', 'dan@example.com', '192.0.2.7', '2026-11-26 23:40:25.375+00', 'accepted', NULL, NULL, 'cc8a700c-90af-4a74-a16d-82b9af405dbf', 1),
	('01a21a3b-5baf-705d-a943-91fec9b995c2', '00000000-0000-7000-8000-000000000001', '01a21a3b-5baf-7dc6-9058-17862de5ca9f', 'eva@example.com', '192.0.2.7', '2026-11-26 23:40:27.439+00', 'accepted', NULL, NULL, '341b08d2-5913-4c9a-8ddc-47c6fd692f60', 1),
	('01a21a3b-5bce-7c13-972d-9883b1f0627a', '00000000-0000-7000-8000-000000000001', '01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', 'finn@example.com', '192.0.2.7', '2026-11-26 23:40:27.47+00', 'accepted', NULL, NULL, 'afb6e54c-3d98-44a0-8186-ed6e5ca090bc', 1);
INSERT INTO public.contact_submission VALUES
	('01a21a3b-539f-7c12-b061-7139c93a3406', '00000000-0000-7000-8000-000000000001', 'Dan', 'dan@example.com', 'Dan asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-26 23:40:25.375+00', '64GQ7-HBXL7', 'sent', NULL, NULL, 'inbox', NULL, NULL, NULL, NULL, NULL, false, NULL),
	('01a21a3b-4fdf-7fe9-b53d-5fc3a5dcca79', '00000000-0000-7000-8000-000000000001', 'Ada', 'ada@example.com', 'Ada asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-26 23:40:24.415+00', 'LG4H7-Q2B89', 'sent', NULL, NULL, 'inbox', '2026-11-26 23:40:26.959453+00', NULL, NULL, '01a21a3b-590b-7d94-9f31-085b5aaeeaca', NULL, false, NULL),
	('01a21a3b-51a7-7cd9-a500-59a912093ca4', '00000000-0000-7000-8000-000000000001', 'Ben', 'ben@example.com', 'Ben asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-26 23:40:24.871+00', '89962-G46Z4', 'sent', NULL, NULL, 'archived', '2026-11-26 23:40:26.959453+00', '2026-11-26 23:40:27.124569+00', NULL, '01a21a3b-59f3-7b68-9e46-118f564c0608', NULL, false, NULL),
	('01a21a3b-528e-7786-822b-faf6bf233f18', '00000000-0000-7000-8000-000000000001', 'Cem', 'cem@example.com', 'Cem asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-26 23:40:25.102+00', '5HPP5-S68LC', 'sent', NULL, NULL, 'trash', NULL, NULL, '2026-11-26 23:40:27.286931+00', '01a21a3b-5ada-734a-b132-35b4a7f07fb1', NULL, false, NULL),
	('01a21a3b-5baf-7dc6-9058-17862de5ca9f', '00000000-0000-7000-8000-000000000001', 'Eva', 'eva@example.com', 'Eva asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-26 23:40:27.439+00', 'Q3TLG-XJBFS', 'queued', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', NULL, 'inbox', NULL, NULL, NULL, NULL, NULL, false, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}'),
	('01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', '00000000-0000-7000-8000-000000000001', 'Finn', 'finn@example.com', 'Finn asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-26 23:40:27.47+00', 'ZT7B9-SD4BS', 'queued', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', NULL, 'inbox', NULL, NULL, NULL, NULL, NULL, false, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}');
INSERT INTO public.delivery_attempt VALUES
	('01a21a3b-4a5c-72a0-b70c-cc52e2625517', '00000000-0000-7000-8000-000000000001', '01a21a3b-43d5-7348-9a7c-348d08d62128', '2026-11-26 23:40:23.01312+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-1', 1524, NULL, NULL),
	('01a21a3b-5265-7bfe-b243-c8bceb8ce351', '00000000-0000-7000-8000-000000000001', '01a21a3b-4fdf-7fe9-b53d-5fc3a5dcca79', '2026-11-26 23:40:25.070359+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-2', 538, NULL, '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Ada via Main site", "address": "website@site.test"}}'),
	('01a21a3b-544a-7e02-a96c-2ad763095190', '00000000-0000-7000-8000-000000000001', '01a21a3b-528e-7786-822b-faf6bf233f18', '2026-11-26 23:40:25.546396+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-3', 217, NULL, '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Cem via Main site", "address": "website@site.test"}}'),
	('01a21a3b-544c-7814-9785-78d24b3ab48f', '00000000-0000-7000-8000-000000000001', '01a21a3b-51a7-7cd9-a500-59a912093ca4', '2026-11-26 23:40:25.548768+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-4', 623, NULL, '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Ben via Main site", "address": "website@site.test"}}'),
	('01a21a3b-57f2-7a96-875f-eef5822283cd', '00000000-0000-7000-8000-000000000001', '01a21a3b-539f-7c12-b061-7139c93a3406', '2026-11-26 23:40:26.522606+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-5', 1074, NULL, '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Dan via Main site", "address": "website@site.test"}}'),
	('01a21a3b-5c96-760c-b850-9a04c4778c38', '00000000-0000-7000-8000-000000000001', '01a21a3b-5baf-7dc6-9058-17862de5ca9f', '2026-11-26 23:40:28.424344+00', 'temporary', 'smtp 127.0.0.1:2599', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', 210, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}', '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Eva via Main site", "address": "website@site.test"}}'),
	('01a21a3b-5d24-71ca-a592-4d36a23cb7d2', '00000000-0000-7000-8000-000000000001', '01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', '2026-11-26 23:40:28.534598+00', 'temporary', 'smtp 127.0.0.1:2599', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', 491, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}', '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Finn via Main site", "address": "website@site.test"}}'),
	('01a21a3b-675c-758d-8ecd-a003364305d6', '00000000-0000-7000-8000-000000000001', '01a21a3b-5baf-7dc6-9058-17862de5ca9f', '2026-11-26 23:40:30.614441+00', 'temporary', 'smtp 127.0.0.1:2599', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', 56, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}', '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Eva via Main site", "address": "website@site.test"}}'),
	('01a21a3b-6b9d-77cb-bb2e-9b86ef7cfda8', '00000000-0000-7000-8000-000000000001', '01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', '2026-11-26 23:40:31.643202+00', 'temporary', 'smtp 127.0.0.1:2599', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', 133, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}', '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Finn via Main site", "address": "website@site.test"}}'),
	('01a21a3b-7068-71f5-a717-52efe61c475f', '00000000-0000-7000-8000-000000000001', '01a21a3b-5baf-7dc6-9058-17862de5ca9f', '2026-11-26 23:40:32.832578+00', 'temporary', 'smtp 127.0.0.1:2599', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', 108, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}', '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Eva via Main site", "address": "website@site.test"}}'),
	('01a21a3b-78d3-7818-8e26-0eb36edc5eaf', '00000000-0000-7000-8000-000000000001', '01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', '2026-11-26 23:40:34.999444+00', 'temporary', 'smtp 127.0.0.1:2599', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', 85, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}', '{"to": {"name": "", "address": "owner@site.test"}, "from": {"name": "Finn via Main site", "address": "website@site.test"}}');
INSERT INTO public.job VALUES
	('01a21a3b-43d5-7348-9a7c-348d08d62128', '00000000-0000-7000-8000-000000000001', 'done', '2026-11-26 23:40:21.333+00', 1, '2026-11-26 23:40:21.145958+00', NULL, NULL, NULL, '2026-11-26 23:40:23.01312+00', 'account-email', NULL, 'email', NULL, NULL, NULL),
	('01a21a3b-4fdf-7fe9-b53d-5fc3a5dcca79', '00000000-0000-7000-8000-000000000001', 'done', '2026-11-26 23:40:24.415+00', 1, '2026-11-26 23:40:24.437459+00', NULL, NULL, NULL, '2026-11-26 23:40:25.070359+00', 'contact-notification', NULL, 'email', NULL, NULL, NULL),
	('01a21a3b-528e-7786-822b-faf6bf233f18', '00000000-0000-7000-8000-000000000001', 'done', '2026-11-26 23:40:25.102+00', 1, '2026-11-26 23:40:25.102804+00', NULL, NULL, NULL, '2026-11-26 23:40:25.546396+00', 'contact-notification', NULL, 'email', NULL, NULL, NULL),
	('01a21a3b-51a7-7cd9-a500-59a912093ca4', '00000000-0000-7000-8000-000000000001', 'done', '2026-11-26 23:40:24.871+00', 1, '2026-11-26 23:40:24.871427+00', NULL, NULL, NULL, '2026-11-26 23:40:25.548768+00', 'contact-notification', NULL, 'email', NULL, NULL, NULL),
	('01a21a3b-539f-7c12-b061-7139c93a3406', '00000000-0000-7000-8000-000000000001', 'done', '2026-11-26 23:40:25.375+00', 1, '2026-11-26 23:40:25.376038+00', NULL, NULL, NULL, '2026-11-26 23:40:26.522606+00', 'contact-notification', NULL, 'email', NULL, NULL, NULL),
	('01a21a3b-5bce-76ed-a3e5-ad01cb44a66d', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-26 23:40:27.47+00', 0, '2026-11-26 23:40:31.545217+00', NULL, NULL, 'The connection to the service failed (ECONNREFUSED).', NULL, 'mailing-list', NULL, 'mailing-list', '01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', '{"confirm": false}', '{"code": "mailing-list.noConnection", "params": {"code": "ECONNREFUSED"}}'),
	('01a21a3b-5baf-7dc6-9058-17862de5ca9f', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-26 23:40:27.439+00', 3, '2026-11-26 23:40:36.866863+00', NULL, NULL, 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', NULL, 'contact-notification', NULL, 'email', NULL, NULL, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}'),
	('01a21a3b-5bce-78cd-a0ff-44d863c6c3ec', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-26 23:40:27.47+00', 3, '2026-11-26 23:40:39.527277+00', NULL, NULL, 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', NULL, 'contact-notification', NULL, 'email', NULL, NULL, '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}'),
	('01a21a3b-5baf-7143-8db9-a8bf82ce3c18', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-26 23:40:27.439+00', 0, '2026-11-26 23:40:35.988433+00', NULL, NULL, 'The connection to the service failed (ECONNREFUSED).', NULL, 'mailing-list', NULL, 'mailing-list', '01a21a3b-5baf-7dc6-9058-17862de5ca9f', '{"confirm": false}', '{"code": "mailing-list.noConnection", "params": {"code": "ECONNREFUSED"}}');
INSERT INTO public.job_hold VALUES
	('00000000-0000-7000-8000-000000000001', 'VPo6iVG3Vm_dsIaCrVoe6_ffx7WzSkDuMsDGiillEpc', 6, 'temporary', 'The connection to the provider failed: connect ECONNREFUSED 127.0.0.1:2599', '2026-11-26 23:40:34.90659+00', '2026-11-26 23:40:38.10659+00', 'email', '2026-11-26 23:40:27.670297+00', '{"code": "delivery.connection", "params": {"words": "connect ECONNREFUSED 127.0.0.1:2599"}}'),
	('00000000-0000-7000-8000-000000000001', '2', 4, 'service', 'The connection to the service failed (ECONNREFUSED).', '2026-11-26 23:40:35.986174+00', '2026-11-26 23:40:43.986174+00', 'mailing-list', '2026-11-26 23:40:27.522244+00', '{"code": "mailing-list.noConnection", "params": {"code": "ECONNREFUSED"}}');
INSERT INTO public.job_success VALUES
	('00000000-0000-7000-8000-000000000001', 'email', '2026-11-26 23:40:23.01312+00'),
	('00000000-0000-7000-8000-000000000001', 'mailing-list', '2026-11-26 23:40:24.789615+00');
INSERT INTO public.key_check VALUES
	('t1', 'enc:v1:t1:QXkKbiEmaHvVxEy3jqily3gHew4d70jtgWAqxd5ZTFDPTITx');
INSERT INTO public.known_device VALUES
	('Jp2ZeSJYKY96wX4ybsUt470VehgEN8rncAMdIfd8V5w', '00000000-0000-7000-8000-000000000001', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', '2026-11-26 23:40:17.407+00', 0),
	('8LgShfNAIf4G53fHhHCIaUwBpK0WkCKLyH1ZzZuOChM', '00000000-0000-7000-8000-000000000001', '01a21a3b-35a2-75df-9a33-668e7493e1b7', '2026-11-26 23:40:19.331+00', 0),
	('6iOy8YjBuUFBfldHlmn78qR7uSUUCiKVI0ZL9199SfA', '00000000-0000-7000-8000-000000000001', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', '2026-11-26 23:40:20.513+00', 0);
INSERT INTO public.live_page VALUES
	('00000000-0000-7000-8000-000000000001', '/hours', 'page', 1, '01a21a3b-8072-7ff7-a334-f8080d0c92fe', NULL, '2026-11-26 23:40:36.85+00', NULL, NULL, false, NULL);
INSERT INTO public.mailing_list VALUES
	('00000000-0000-7000-8000-000000000001', 'mailchimp', 'http://127.0.0.1:2598/3.0', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:x6yl9/QoJ8ZtPfDE8V8+4VR5KNmMhRn+cPEP7UEULMt/5Xcc8hZrUFU56qQlGUnptIlqBWi3cKM7XXwyCIPMQ+k=', '2026-11-26 23:40:23.246+00', 'Site & Sons', 'news', 'Newsletter', '[{"field": "FNAME", "source": "first-name"}, {"field": "LNAME", "source": "last-name"}]', 'statement', '{}', 'The form says above its button that senders get the newsletter.', false, '2026-11-26 23:40:23.246+00', 2, 4, '2026-11-26 23:40:25.587145+00');
INSERT INTO public.migration VALUES
	(1, 1790000000000, 'CreateContactService1790000000000'),
	(2, 1790100000000, 'CreateIdentity1790100000000'),
	(3, 1790110000000, 'CreateAccountMail1790110000000'),
	(4, 1790120000000, 'SortAccounts1790120000000'),
	(5, 1790130000000, 'CreateTwoFactor1790130000000'),
	(6, 1790140000000, 'CreatePasskeys1790140000000'),
	(7, 1790150000000, 'ProtectAuditLog1790150000000'),
	(8, 1790160000000, 'CreateAccountKey1790160000000'),
	(9, 1790170000000, 'ProtectSignIn1790170000000'),
	(10, 1790180000000, 'CreateApiTokensAndAuthors1790180000000'),
	(11, 1790190000000, 'CreateExternalSignIn1790190000000'),
	(12, 1790200000000, 'SortContacts1790200000000'),
	(13, 1790210000000, 'CreateSettingHistory1790210000000'),
	(14, 1790220000000, 'CreateMailingList1790220000000'),
	(15, 1790230000000, 'TieSessionsToIdentities1790230000000'),
	(16, 1790240000000, 'ForgetDeletedContacts1790240000000'),
	(17, 1790240000100, 'AddSetupSteps1790240000100'),
	(18, 1790240000200, 'ConfirmAtProvider1790240000200'),
	(19, 1790240000201, 'MailWithoutAccount1790240000201'),
	(20, 1790240000202, 'ListSessions1790240000202'),
	(21, 1790250000300, 'CreateJob1790250000300'),
	(22, 1790260000000, 'AddFailureCodes1790260000000'),
	(23, 1790270000000, 'IndexSubmittedAttempts1790270000000'),
	(24, 1790280000000, 'RenameActToAction1790280000000'),
	(25, 1790290000000, 'CountGuessesPerBrowser1790290000000'),
	(26, 1790300000000, 'KeepSentEnvelopes1790300000000'),
	(27, 1790310000000, 'CreateJobSuccess1790310000000'),
	(28, 1790315000000, 'RememberUsedTokens1790315000000'),
	(29, 1790320000000, 'CreateRetentionRun1790320000000'),
	(30, 1790320000100, 'IndexTrash1790320000100'),
	(31, 1790340000000, 'KeepAffectedIds1790340000000'),
	(32, 1790350000000, 'CreateAccountPreferences1790350000000'),
	(33, 1790371000000, 'NoteHeldMessages1790371000000'),
	(34, 1790372000000, 'RememberAuditVerification1790372000000'),
	(35, 1790380000000, 'CreateArticles1790380000000'),
	(36, 1790400000000, 'IndexArticleReferences1790400000000'),
	(37, 1790400100000, 'NameVersions1790400100000'),
	(38, 1790410000000, 'FindArticles1790410000000'),
	(39, 1790411000000, 'CreateReviews1790411000000'),
	(40, 1790411000100, 'CreateComments1790411000100'),
	(41, 1790411000200, 'CreateArticleEmails1790411000200'),
	(42, 1790412000000, 'PlanPublications1790412000000'),
	(43, 1790412100000, 'PublishTogether1790412100000'),
	(44, 1790413000000, 'GrantAccess1790413000000'),
	(45, 1790413100000, 'NameSearchFunctions1790413100000'),
	(46, 1790413200000, 'ListPostsByBlog1790413200000'),
	(47, 1790420000000, 'ListByAuthorAndTag1790420000000'),
	(48, 1790422000000, 'ForwardAddresses1790422000000'),
	(49, 1790422100000, 'CountPostsPerPage1790422100000'),
	(50, 1790422200000, 'SharePreviews1790422200000'),
	(51, 1790424000000, 'ListArticleActivity1790424000000'),
	(52, 1790424100000, 'CreateEditingSessions1790424100000'),
	(53, 1790424200000, 'CreateSavedViews1790424200000'),
	(54, 1790424300000, 'FilterByAuthorAndTag1790424300000'),
	(55, 1790430000000, 'ThinVersions1790430000000'),
	(56, 1790431000000, 'ListLiveArticles1790431000000'),
	(57, 1790431000100, 'NotePreviewLinks1790431000100'),
	(58, 1790431000200, 'QueueReviews1790431000200'),
	(59, 1790432000000, 'CreateMenus1790432000000'),
	(60, 1790433000000, 'CountHits1790433000000'),
	(61, 1790440000000, 'PreparePublications1790440000000'),
	(62, 1790500000000, 'CreateFiles1790500000000'),
	(63, 1790500100000, 'DescribeImages1790500100000'),
	(64, 1790500200000, 'ShowFilesOnPages1790500200000'),
	(65, 1790700000000, 'CreateLayouts1790700000000'),
	(66, 1790710000000, 'NoteFileUses1790710000000'),
	(67, 1790710100000, 'DescribeFiles1790710100000'),
	(68, 1790710200000, 'ReplaceFiles1790710200000'),
	(69, 1790800000000, 'SearchLivePages1790800000000'),
	(70, 1790810000000, 'CropPictures1790810000000'),
	(71, 1790820000000, 'CreatePageTemplates1790820000000'),
	(72, 1790900000000, 'CreateDeployments1790900000000'),
	(73, 1790905000000, 'CreateCdnPurges1790905000000'),
	(74, 1790910000000, 'CreateAiUsage1790910000000');
INSERT INTO public.one_time_link VALUES
	('01a21a3b-60e1-7836-8835-dc06dd4cc14e', '00000000-0000-7000-8000-000000000001', '01a21a3b-5cb9-7614-8561-097c90946482', 'invitation', 'BTdOU97fXZvj49DX1c2grP_0I5MD6cMahx3DYQbzaco', NULL, '2026-11-26 23:40:28.769+00', '2026-12-03 23:40:28.769+00', NULL);
INSERT INTO public.path_history VALUES
	('00000000-0000-7000-8000-000000000001', '/hours', 1, '2026-11-26 23:40:36.85+00');
INSERT INTO public.publication VALUES
	('00000000-0000-7000-8000-000000000001', '01a21a3b-8072-7ff7-a334-f8080d0c92fe', 1, 2, 0, '/hours', '{"slug": "hours", "tags": [], "title": "Opening hours", "authors": [], "unlisted": false, "authorIds": [], "canonical": null, "updatedAt": "2026-11-26T23:40:36.850Z", "bannerText": null, "bannerImage": null, "publishedAt": "2026-11-26T23:40:36.850Z", "searchTitle": null, "introduction": null, "searchDescription": null}', '2c539baf385fbca3c70bb637a57d1f91389f6fe6c70d3ee2323aeee89641b550', 2, '2026-11-26 23:40:36.85+00', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', NULL);
INSERT INTO public.publication_body VALUES
	('00000000-0000-7000-8000-000000000001', '2c539baf385fbca3c70bb637a57d1f91389f6fe6c70d3ee2323aeee89641b550', '<p></p>', '[]');
INSERT INTO public.rate_limit_counter VALUES
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.2', '2026-11-26 23:40:00+00', 1),
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.3', '2026-11-26 23:40:00+00', 2),
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.4', '2026-11-26 23:40:00+00', 2),
	('60|contact-script|00000000-0000-7000-8000-000000000001|192.0.2.7', '2026-11-26 23:40:00+00', 6),
	('60|contact-form|00000000-0000-7000-8000-000000000001|192.0.2.7', '2026-11-26 23:40:00+00', 6),
	('60|address-ceiling|*|192.0.2.7', '2026-11-26 23:40:00+00', 6);
INSERT INTO public.recovery_code VALUES
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'aFUmibE7rfmZY_HPIV4yKuve5pLkh0L37wEdqM_hx6w', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'mRUJ8JKdFKWtGzlX0Mw4_K6E72byw21FxUPPT0PuMyU', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', '_Wz5e7tUW5xLAhy14ZwECQ1nl7oWz8oepOhA3zZwBlo', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'YEVOF-ISUufMCUfDnJ-TzkRS1LNWGYMM76lfKlkbUTE', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'UrCVJbfg1AG-FTGXd713cAaTZ6iZ_58tN8ng-146vJg', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', '5kKawa9H8VONg7n1QWn0Fer-5DZFSrU1pdqBEUKML6U', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'TdsxI_SNKrxvmVEf8n6UhhakMP2w22s8y60LD0Eeq0E', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'SpgQYCsPX_vqw9agEqSABpzp9yR3M1_mdAiqQ6H5MLA', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'EL2b1sAPxgoZk6bnTpghITPf10jd2grpCLEZilPxmIk', '00000000-0000-7000-8000-000000000001'),
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'pnm-G_xkHW3FVe_yvHjBdBFSXRZ1VUrwOAkQh48QDtQ', '00000000-0000-7000-8000-000000000001');
INSERT INTO public.redirect_rule VALUES
	('00000000-0000-7000-8000-000000000001', '/times', '01a21a3b-80df-7acb-92c5-29c486fc484b', false, 301, 1, NULL, NULL, NULL, 1, '2026-11-26 23:40:36.974+00');
INSERT INTO public.role VALUES
	('01a21a3b-34a3-7ea0-b431-4778e0718fde', '00000000-0000-7000-8000-000000000001', 'Front desk', 'front desk', '', '{contacts.manage}', '2026-11-26 23:40:17.443+00', 1);
INSERT INTO public.session VALUES
	('01a21a3b-3327-77e3-9a95-284a1aca7af3', '00000000-0000-7000-8000-000000000001', '01a21a3a-f6f0-7b98-8476-49992f8b62d0', 'yQnpX_ULR6MRXq65BFTHQBTZTawTGBvZzch0lxp__lI', 'full', '{pwd}', '2026-11-26 23:40:17.013+00', '2026-11-26 23:40:17.013+00', '2026-11-26 23:40:17.013+00', '2026-11-27 11:40:17.013+00', '10.0.0.2', '', 0, NULL),
	('01a21a3b-3bb2-77c2-9cb8-1e5a002c9ce3', '00000000-0000-7000-8000-000000000001', '01a21a3b-35a2-75df-9a33-668e7493e1b7', 'MDG8SZet0B8IFi4vZhMcdfv2TviV10ubOWU4MjcNIpk', 'full', '{pwd}', '2026-11-26 23:40:19.227+00', '2026-11-26 23:40:19.227+00', '2026-11-26 23:40:19.227+00', '2026-11-27 11:40:19.227+00', '10.0.0.3', '', 0, NULL),
	('01a21a3b-3fdf-7f68-b8d7-e11f92778ffa', '00000000-0000-7000-8000-000000000001', '01a21a3b-3c43-7a3b-8517-49bc971a26b2', 'XZuJVztBjZanZMUiPnPUM_moG5Vj37AwmxsqtRQ31Xk', 'full', '{pwd}', '2026-11-26 23:40:20.301+00', '2026-11-26 23:40:20.301+00', '2026-11-26 23:40:20.301+00', '2026-11-27 11:40:20.301+00', '10.0.0.4', '', 0, NULL);
INSERT INTO public.setting VALUES
	('01a21a3b-0297-7d2d-9ed6-779127327ebf', '00000000-0000-7000-8000-000000000001', 'EMAIL', 'SenderEmail', 'website@site.test', 'Sender address of emails', '2026-11-26 23:40:04.625+00'),
	('01a21a3b-14e4-76e0-b0d1-3bcf44747a89', '00000000-0000-7000-8000-000000000001', 'EMAIL', 'ConnectionString', 'enc:v1:t1:qFGGNEfnj4UIZfWdyqvB2mQyc7VWBvSAVdK3nxcVP1dG0IsRN860F8K2GfWgr2DdmHyWdGM/hyWUNONXIktevqovRYmEkhZ9Fr1MEyP2/HmkHkpIGMQe0TLyMJqAVYAApSK76/DT+rU=', 'Email provider: smtp://, smtps://, endpoint=...;accesskey=..., SG...., none:', '2026-11-26 23:40:09.283+00'),
	('01a21a3b-2d86-75af-915d-86bb02084ae5', '00000000-0000-7000-8000-000000000001', 'ContactApi', 'AdminEmail', 'owner@site.test', 'Notification recipient; defaults to the sender address', '2026-11-26 23:40:15.607+00'),
	('01a21a3b-7c0b-710b-a29c-7a1f97caeadc', '00000000-0000-7000-8000-000000000001', 'Identity', 'EditorUrl', 'https://editor.site.test', 'Admin URL, used for links in emails; defaults to https:// and the site''s first hostname', '2026-11-26 23:40:35.699+00');
INSERT INTO public.setting_change VALUES
	('01a21a3b-0291-7c16-b020-f494c36299c6', '00000000-0000-7000-8000-000000000001', 'EMAIL', 1, '2026-11-26 23:40:04.625+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "SenderEmail", "after": {"isSet": true, "parts": null, "value": "website@site.test"}, "before": {"isSet": false, "parts": null, "value": null}, "secret": false, "secretChanged": false}]'),
	('01a21a3b-14c3-70e0-9a70-257390764266', '00000000-0000-7000-8000-000000000001', 'EMAIL', 2, '2026-11-26 23:40:09.283+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "ConnectionString", "after": {"isSet": true, "parts": {"host": "127.0.0.1", "kind": "smtp", "port": "2599", "user": "website", "password": {"isSet": true, "updatedAt": null}, "security": "starttls-if-offered", "certificate": "checked"}, "value": null}, "before": {"isSet": false, "parts": null, "value": null}, "secret": true, "secretChanged": true}]'),
	('01a21a3b-2d77-7ccb-a8fc-58c0b4fdc0ed', '00000000-0000-7000-8000-000000000001', 'ContactApi', 1, '2026-11-26 23:40:15.607+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "AdminEmail", "after": {"isSet": true, "parts": null, "value": "owner@site.test"}, "before": {"isSet": false, "parts": null, "value": null}, "secret": false, "secretChanged": false}]'),
	('01a21a3b-7bf3-7a35-b04b-6f47113c7a49', '00000000-0000-7000-8000-000000000001', 'Identity', 1, '2026-11-26 23:40:35.699+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "EditorUrl", "after": {"isSet": true, "parts": null, "value": "https://editor.site.test"}, "before": {"isSet": false, "parts": null, "value": null}, "secret": false, "secretChanged": false}]');
INSERT INTO public.setup_state VALUES
	('00000000-0000-7000-8000-000000000001', NULL, '2026-11-26 23:40:01.643+00', NULL);
INSERT INTO public.tenant VALUES
	('00000000-0000-7000-8000-000000000001', 'Main site', '2026-11-26 23:40:01.183953+00');
INSERT INTO public.tenant_key VALUES
	('01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec', '00000000-0000-7000-8000-000000000001', 'data', 'enc:v1:t1:U+aZZzbaHutiuYMgXlDdQTW7KyQdwcT+wjdVdvYHumBjYz6dUNNqsTZzzqTlO6uwceMaqqvksgNVuW8xvC/HFunbg74GJURn', '2026-11-26 23:40:01.650735+00', NULL),
	('01a21a3a-f6f3-7548-a471-79e0189b3fdc', '00000000-0000-7000-8000-000000000001', 'lookup', 'enc:v1:t1:xajNUKdcQwxLJYZXHbgZGPXIc/MnYobvML3665ts8nshVDQ8nj4QcqZ/QHXXZrkJjVrbgDgd6JIuNI975X836Uo+s7ZzYwUl', '2026-11-26 23:40:01.651666+00', NULL);
INSERT INTO public.totp_credential VALUES
	('01a21a3b-3c43-7a3b-8517-49bc971a26b2', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a21a3a-f6f2-7f29-9b46-b8ba4a61a3ec:qNyWiE3WaBN8Iv74n2mRrYGu/7pX2bJwC2Zx9ymGDatB/obhgsHeVYuDaiZDjDm1IG9dvoCtHXw=', '2026-11-26 23:40:20.639+00', '2026-11-26 23:40:21.162+00', 59857880);
SELECT pg_catalog.setval('public.migration_id_seq', 74, true);
ALTER TABLE ONLY public.account_key
    ADD CONSTRAINT account_key_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.account_mail
    ADD CONSTRAINT account_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_preferences
    ADD CONSTRAINT account_preferences_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.account_role
    ADD CONSTRAINT account_role_pkey PRIMARY KEY (account_id, role_key, source);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_tenant_email UNIQUE (tenant_id, email_key);
ALTER TABLE ONLY public.address_hit
    ADD CONSTRAINT address_hit_pkey PRIMARY KEY (tenant_id, kind, path);
ALTER TABLE ONLY public.ai_day
    ADD CONSTRAINT ai_day_pkey PRIMARY KEY (tenant_id, day);
ALTER TABLE ONLY public.ai_state
    ADD CONSTRAINT ai_state_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.ai_usage
    ADD CONSTRAINT ai_usage_pkey PRIMARY KEY (tenant_id, day, account_id, help);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_pkey PRIMARY KEY (tenant_id, number);
ALTER TABLE ONLY public.article_content
    ADD CONSTRAINT article_content_pkey PRIMARY KEY (tenant_id, hash);
ALTER TABLE ONLY public.article_counter
    ADD CONSTRAINT article_counter_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.article_draft
    ADD CONSTRAINT article_draft_pkey PRIMARY KEY (tenant_id, number);
ALTER TABLE ONLY public.article_email
    ADD CONSTRAINT article_email_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.article_grant
    ADD CONSTRAINT article_grant_pkey PRIMARY KEY (tenant_id, number, subject);
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_id UNIQUE (id);
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_pkey PRIMARY KEY (tenant_id, number);
ALTER TABLE ONLY public.article_review
    ADD CONSTRAINT article_review_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.article_reviewer
    ADD CONSTRAINT article_reviewer_pkey PRIMARY KEY (tenant_id, review_id, kind, subject);
ALTER TABLE ONLY public.article_version
    ADD CONSTRAINT article_version_pkey PRIMARY KEY (tenant_id, number, version);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_tenant_sequence UNIQUE (tenant_id, sequence);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.audit_verification
    ADD CONSTRAINT audit_verification_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_account UNIQUE (tenant_id, account_id);
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (tenant_id, hash);
ALTER TABLE ONLY public.captcha_pass
    ADD CONSTRAINT captcha_pass_pkey PRIMARY KEY (tenant_id, client_address, token_hash);
ALTER TABLE ONLY public.captcha_used_token
    ADD CONSTRAINT captcha_used_token_pkey PRIMARY KEY (tenant_id, token_hash);
ALTER TABLE ONLY public.cdn_budget
    ADD CONSTRAINT cdn_budget_pkey PRIMARY KEY (credential);
ALTER TABLE ONLY public.cdn_purge
    ADD CONSTRAINT cdn_purge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (tenant_id, thread_id, id);
ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.contact_attempt
    ADD CONSTRAINT contact_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact_form_page
    ADD CONSTRAINT contact_form_page_pkey PRIMARY KEY (tenant_id, page);
ALTER TABLE ONLY public.contact_submission
    ADD CONSTRAINT contact_submission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deploy_key
    ADD CONSTRAINT deploy_key_hash UNIQUE (hash);
ALTER TABLE ONLY public.deploy_key
    ADD CONSTRAINT deploy_key_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.deployment_file
    ADD CONSTRAINT deployment_file_pkey PRIMARY KEY (tenant_id, article_number, path, deployment);
ALTER TABLE ONLY public.deployment
    ADD CONSTRAINT deployment_pkey PRIMARY KEY (tenant_id, article_number, number);
ALTER TABLE ONLY public.editing_session
    ADD CONSTRAINT editing_session_pkey PRIMARY KEY (tenant_id, number, page);
ALTER TABLE ONLY public.email_verification
    ADD CONSTRAINT email_verification_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_subject UNIQUE (tenant_id, issuer, subject);
ALTER TABLE ONLY public.external_sign_in
    ADD CONSTRAINT external_sign_in_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.file_usage
    ADD CONSTRAINT file_usage_pkey PRIMARY KEY (tenant_id, file_id, number) INCLUDE (draft, live);
ALTER TABLE ONLY public.file_version
    ADD CONSTRAINT file_version_pkey PRIMARY KEY (tenant_id, file_id, version);
ALTER TABLE ONLY public.folder
    ADD CONSTRAINT folder_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.group_role_mapping
    ADD CONSTRAINT group_role_mapping_pkey PRIMARY KEY (provider_id, group_id, role_key);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_hold
    ADD CONSTRAINT job_hold_pkey PRIMARY KEY (tenant_id, target);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_success
    ADD CONSTRAINT job_success_pkey PRIMARY KEY (tenant_id, target);
ALTER TABLE ONLY public.key_check
    ADD CONSTRAINT key_check_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.layout_file
    ADD CONSTRAINT layout_file_pkey PRIMARY KEY (tenant_id, path);
ALTER TABLE ONLY public.layout
    ADD CONSTRAINT layout_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.layout_publication
    ADD CONSTRAINT layout_publication_pkey PRIMARY KEY (tenant_id, sequence);
ALTER TABLE ONLY public.layout_version
    ADD CONSTRAINT layout_version_pkey PRIMARY KEY (tenant_id, layout_id, version);
ALTER TABLE ONLY public.live_layout
    ADD CONSTRAINT live_layout_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.live_list_entry
    ADD CONSTRAINT live_list_entry_pkey PRIMARY KEY (tenant_id, number, path);
ALTER TABLE ONLY public.live_list
    ADD CONSTRAINT live_list_pkey PRIMARY KEY (tenant_id, path);
ALTER TABLE ONLY public.live_list
    ADD CONSTRAINT live_list_profile UNIQUE (tenant_id, profile_id);
ALTER TABLE ONLY public.live_page
    ADD CONSTRAINT live_page_pkey PRIMARY KEY (tenant_id, path);
ALTER TABLE ONLY public.mailing_list
    ADD CONSTRAINT mailing_list_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_token UNIQUE (token_hash);
ALTER TABLE ONLY public.page_template
    ADD CONSTRAINT page_template_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.page_template_version
    ADD CONSTRAINT page_template_version_pkey PRIMARY KEY (tenant_id, template_id, version);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential UNIQUE (tenant_id, credential_id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey_user
    ADD CONSTRAINT passkey_user_handle UNIQUE (tenant_id, handle);
ALTER TABLE ONLY public.passkey_user
    ADD CONSTRAINT passkey_user_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.path_history
    ADD CONSTRAINT path_history_pkey PRIMARY KEY (tenant_id, path);
ALTER TABLE ONLY public.planned_page
    ADD CONSTRAINT planned_page_pkey PRIMARY KEY (tenant_id, plan_id);
ALTER TABLE ONLY public.preview_link
    ADD CONSTRAINT preview_link_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.preview_link
    ADD CONSTRAINT preview_link_token UNIQUE (token_hash);
ALTER TABLE ONLY public.publication_body
    ADD CONSTRAINT publication_body_pkey PRIMARY KEY (tenant_id, hash);
ALTER TABLE ONLY public.publication_job
    ADD CONSTRAINT publication_job_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.publication_release
    ADD CONSTRAINT publication_release_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.rate_limit_counter
    ADD CONSTRAINT rate_limit_counter_pkey PRIMARY KEY (window_start, key);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, code_hash);
ALTER TABLE ONLY public.redirect_rule
    ADD CONSTRAINT redirect_rule_id UNIQUE (id);
ALTER TABLE ONLY public.redirect_rule
    ADD CONSTRAINT redirect_rule_pkey PRIMARY KEY (tenant_id, path);
ALTER TABLE ONLY public.released_content
    ADD CONSTRAINT released_content_pkey PRIMARY KEY (tenant_id, hash);
ALTER TABLE ONLY public.removed_blob
    ADD CONSTRAINT removed_blob_pkey PRIMARY KEY (tenant_id, hash);
ALTER TABLE ONLY public.retention_run
    ADD CONSTRAINT retention_run_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_tenant_name UNIQUE (tenant_id, name_key);
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_name UNIQUE NULLS NOT DISTINCT (tenant_id, list, account_id, name_key);
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.search_index
    ADD CONSTRAINT search_index_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.search_page
    ADD CONSTRAINT search_page_pkey PRIMARY KEY (tenant_id, number);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token UNIQUE (token_hash);
ALTER TABLE ONLY public.setting_change
    ADD CONSTRAINT setting_change_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.setting_change
    ADD CONSTRAINT setting_change_version UNIQUE (tenant_id, "group", version);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_tenant_group_name UNIQUE (tenant_id, "group", name);
ALTER TABLE ONLY public.setup_state
    ADD CONSTRAINT setup_state_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.sign_in_failure
    ADD CONSTRAINT sign_in_failure_pkey PRIMARY KEY (tenant_id, email_key, address);
ALTER TABLE ONLY public.site_menu
    ADD CONSTRAINT site_menu_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.storage_total
    ADD CONSTRAINT storage_total_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.stream_state
    ADD CONSTRAINT stream_state_pkey PRIMARY KEY (tenant_id, stream_number);
ALTER TABLE ONLY public.tenant_hostname
    ADD CONSTRAINT tenant_hostname_pkey PRIMARY KEY (hostname);
ALTER TABLE ONLY public.tenant_key
    ADD CONSTRAINT tenant_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.totp_credential
    ADD CONSTRAINT totp_credential_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (tenant_id, id);
ALTER TABLE ONLY public.webauthn_challenge
    ADD CONSTRAINT webauthn_challenge_pkey PRIMARY KEY (challenge);
CREATE INDEX account_mail_account ON public.account_mail USING btree (account_id, created_at);
CREATE INDEX account_role_role ON public.account_role USING btree (role_id);
CREATE INDEX account_role_tenant_role ON public.account_role USING btree (tenant_id, role_key, account_id);
CREATE INDEX account_tenant_confirmed ON public.account USING btree (tenant_id, email_confirmed_at);
CREATE INDEX account_tenant_created ON public.account USING btree (tenant_id, created_at, id);
CREATE INDEX account_tenant_name ON public.account USING btree (tenant_id, name_key, id);
CREATE INDEX account_tenant_sign_in ON public.account USING btree (tenant_id, last_sign_in_at, id);
CREATE INDEX account_tenant_status ON public.account USING btree (tenant_id, status, created_at, id);
CREATE INDEX ai_usage_account_id ON public.ai_usage USING btree (account_id);
CREATE INDEX api_token_account ON public.api_token USING btree (tenant_id, account_id, created_at);
CREATE UNIQUE INDEX article_blog_key_of_stream ON public.article USING btree (tenant_id, blog_key) WHERE ((type = 2) AND (trashed_at IS NULL));
CREATE INDEX article_draft_author_ids ON public.article_draft USING gin (author_ids);
CREATE INDEX article_draft_tags ON public.article_draft USING gin (tags);
CREATE INDEX article_draft_template ON public.article_draft USING btree (tenant_id, (((fields -> 'template'::text) ->> 'id'::text)), number) WHERE ((fields -> 'template'::text) IS NOT NULL);
CREATE INDEX article_email_of_account ON public.article_email USING btree (tenant_id, account_id, at DESC);
CREATE INDEX article_email_of_article ON public.article_email USING btree (tenant_id, number);
CREATE INDEX article_grant_account_id ON public.article_grant USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX article_grant_provider_id ON public.article_grant USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX article_grant_role_id ON public.article_grant USING btree (role_id) WHERE (role_id IS NOT NULL);
CREATE INDEX article_in_review ON public.article USING btree (tenant_id, updated_at DESC, number DESC) WHERE (review IS NOT NULL);
CREATE INDEX article_live ON public.article USING btree (tenant_id, updated_at DESC, number DESC) WHERE ((published_at IS NOT NULL) AND (trashed_at IS NULL));
CREATE INDEX article_of_blog ON public.article USING btree (tenant_id, stream_number, updated_at DESC, number DESC) WHERE ((type = 1) AND (trashed_at IS NULL));
CREATE INDEX article_of_stream ON public.article USING btree (tenant_id, stream_number, COALESCE(published_at, listed_at) DESC, number DESC) WHERE ((type = 1) AND (trashed_at IS NULL));
CREATE INDEX article_of_type ON public.article USING btree (tenant_id, type, updated_at DESC, number DESC) WHERE (trashed_at IS NULL);
CREATE INDEX article_owner ON public.article USING btree (tenant_id, owner_id, updated_at DESC, number DESC) WHERE (trashed_at IS NULL);
CREATE INDEX article_owner_id ON public.article USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX article_path ON public.article USING btree (tenant_id, path) WHERE (trashed_at IS NULL);
CREATE INDEX article_post ON public.article USING btree (tenant_id, stream_number) WHERE (stream_number IS NOT NULL);
CREATE INDEX article_restricted ON public.article USING btree (tenant_id, number) WHERE restricted;
CREATE INDEX article_review_decided ON public.article_review USING btree (tenant_id, decided_at DESC, id DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX article_review_of_article ON public.article_review USING btree (tenant_id, number, asked_at DESC, id DESC);
CREATE UNIQUE INDEX article_review_open ON public.article_review USING btree (tenant_id, number) WHERE (ended_at IS NULL);
CREATE INDEX article_review_waiting ON public.article_review USING btree (tenant_id, asked_at, id) WHERE ((ended_at IS NULL) AND (state = 'in-review'::text));
CREATE INDEX article_status ON public.article USING btree (tenant_id, status, updated_at DESC, number DESC);
CREATE INDEX article_trashed ON public.article USING btree (tenant_id, trashed_at DESC, number DESC) WHERE (trashed_at IS NOT NULL);
CREATE INDEX article_updated ON public.article USING btree (tenant_id, updated_at DESC, number DESC) WHERE (trashed_at IS NULL);
CREATE INDEX article_version_checkpoint ON public.article_version USING btree (tenant_id, number, version) INCLUDE (at) WHERE ((NOT chained) AND (note IS NULL));
CREATE INDEX article_version_content ON public.article_version USING btree (tenant_id, content_hash);
CREATE INDEX article_words ON public.article USING gin (public.search_words(tenant_id, ((title || ' '::text) || path)));
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (tenant_id, action, at, sequence);
CREATE INDEX audit_entry_action_group ON public.audit_entry USING btree (tenant_id, split_part(action, '.'::text, 1), at, sequence);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (tenant_id, actor_id, at, sequence);
CREATE INDEX audit_entry_address ON public.audit_entry USING btree (tenant_id, client_address, at, sequence);
CREATE INDEX audit_entry_affected ON public.audit_entry USING gin (affected) WHERE (affected IS NOT NULL);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (tenant_id, at, sequence);
CREATE INDEX audit_entry_main ON public.audit_entry USING btree (tenant_id, at, sequence) WHERE ((part_of IS NULL) AND ((action <> 'contact.mark-read'::text) OR (target_id IS NULL)));
CREATE INDEX audit_entry_main_actor ON public.audit_entry USING btree (tenant_id, actor_id, at, sequence) WHERE ((part_of IS NULL) AND ((action <> 'contact.mark-read'::text) OR (target_id IS NULL)));
CREATE INDEX audit_entry_of_articles ON public.audit_entry USING btree (tenant_id, at, sequence) WHERE ((target_kind = 'article'::text) AND (outcome = 'done'::text));
CREATE INDEX audit_entry_outcome ON public.audit_entry USING btree (tenant_id, outcome, at, sequence);
CREATE INDEX audit_entry_part_of ON public.audit_entry USING btree (tenant_id, part_of, at, sequence) WHERE (part_of IS NOT NULL);
CREATE INDEX audit_entry_request ON public.audit_entry USING btree (tenant_id, request_id, at, sequence);
CREATE INDEX audit_entry_target ON public.audit_entry USING btree (tenant_id, target_id, at, sequence);
CREATE INDEX author_profile_name ON public.author_profile USING btree (tenant_id, name_key, id);
CREATE INDEX blob_duplicates ON public.blob USING btree (tenant_id, size DESC, hash DESC) WHERE (files > 1);
CREATE INDEX captcha_used_token_expiry ON public.captcha_used_token USING btree (expires_at);
CREATE INDEX cdn_purge_batch ON public.cdn_purge USING btree (batch) WHERE (batch IS NOT NULL);
CREATE INDEX cdn_purge_state ON public.cdn_purge USING btree (tenant_id, state, created_at, id);
CREATE INDEX cdn_purge_tenant ON public.cdn_purge USING btree (tenant_id, created_at, id);
CREATE INDEX comment_thread_of_article ON public.comment_thread USING btree (tenant_id, number, id DESC);
CREATE INDEX comment_thread_open ON public.comment_thread USING btree (tenant_id, number, id DESC) WHERE (resolved_at IS NULL);
CREATE INDEX contact_attempt_address ON public.contact_attempt USING btree (tenant_id, client_address, at, id);
CREATE INDEX contact_attempt_error ON public.contact_attempt USING btree (tenant_id, error, at, id) WHERE (error IS NOT NULL);
CREATE INDEX contact_attempt_status ON public.contact_attempt USING btree (tenant_id, status, at, id);
CREATE INDEX contact_attempt_submission ON public.contact_attempt USING btree (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX contact_attempt_tenant_at ON public.contact_attempt USING btree (tenant_id, at, id);
CREATE INDEX contact_submission_action ON public.contact_submission USING btree (tenant_id, action_id, id) WHERE (action_id IS NOT NULL);
CREATE INDEX contact_submission_email ON public.contact_submission USING btree (tenant_id, lower(email) COLLATE "C", id);
CREATE INDEX contact_submission_folder ON public.contact_submission USING btree (tenant_id, folder, received_at, id);
CREATE UNIQUE INDEX contact_submission_idempotency ON public.contact_submission USING btree (tenant_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX contact_submission_name ON public.contact_submission USING btree (tenant_id, "left"(lower(name), 60) COLLATE "C", id);
CREATE INDEX contact_submission_tenant_received ON public.contact_submission USING btree (tenant_id, received_at, id);
CREATE INDEX contact_submission_trashed ON public.contact_submission USING btree (tenant_id, trashed_at, id) WHERE (folder = 'trash'::text);
CREATE INDEX contact_submission_undelivered ON public.contact_submission USING btree (tenant_id, undelivered, received_at, id) WHERE (undelivered IS NOT NULL);
CREATE INDEX contact_submission_unread ON public.contact_submission USING btree (tenant_id, folder, received_at, id) WHERE (read_at IS NULL);
CREATE INDEX contact_submission_words ON public.contact_submission USING gin (public.search_words(tenant_id, ((((((name || ' '::text) || email) || ' '::text) || receipt_code) || ' '::text) || message)));
CREATE INDEX delivery_attempt_message ON public.delivery_attempt USING btree (job_id, at);
CREATE INDEX deploy_key_article ON public.deploy_key USING btree (tenant_id, article_number, created_at);
CREATE UNIQUE INDEX deployment_checking ON public.deployment USING btree (tenant_id, article_number) WHERE (state = 'checking'::text);
CREATE INDEX deployment_file_deployment ON public.deployment_file USING btree (tenant_id, article_number, deployment);
CREATE INDEX deployment_file_hash ON public.deployment_file USING btree (tenant_id, hash);
CREATE UNIQUE INDEX deployment_live ON public.deployment USING btree (tenant_id, article_number) WHERE (state = 'live'::text);
CREATE INDEX deployment_old ON public.deployment USING btree (created_at) WHERE (state = ANY (ARRAY['ready'::text, 'failed'::text]));
CREATE INDEX editing_session_account_id ON public.editing_session USING btree (account_id);
CREATE INDEX external_identity_account ON public.external_identity USING btree (tenant_id, account_id);
CREATE INDEX external_identity_provider ON public.external_identity USING btree (provider_id);
CREATE INDEX external_sign_in_expiry ON public.external_sign_in USING btree (expires_at);
CREATE INDEX file_by_age ON public.file USING btree (tenant_id, folder_id, created_at DESC, id DESC) WHERE (trashed_at IS NULL);
CREATE INDEX file_by_name ON public.file USING btree (tenant_id, folder_id, name_key, id) WHERE (trashed_at IS NULL);
CREATE INDEX file_by_size ON public.file USING btree (tenant_id, folder_id, size DESC, id DESC) WHERE (trashed_at IS NULL);
CREATE INDEX file_created_by ON public.file USING btree (created_by);
CREATE INDEX file_hash ON public.file USING btree (tenant_id, hash);
CREATE INDEX file_largest ON public.file USING btree (tenant_id, size DESC, id DESC) WHERE (trashed_at IS NULL);
CREATE INDEX file_licence ON public.file USING btree (tenant_id, licence_until, id) WHERE ((trashed_at IS NULL) AND (licence_until IS NOT NULL));
CREATE INDEX file_missing_alt ON public.file USING btree (tenant_id, created_at DESC, id DESC) WHERE ((trashed_at IS NULL) AND (kind = 'image'::text) AND (alt IS NULL) AND (NOT decorative));
CREATE INDEX file_recent ON public.file USING btree (tenant_id, created_at DESC, id DESC) WHERE (trashed_at IS NULL);
CREATE INDEX file_recent_of_kind ON public.file USING btree (tenant_id, kind, created_at DESC, id DESC) WHERE (trashed_at IS NULL);
CREATE INDEX file_trashed ON public.file USING btree (tenant_id, trashed_at, id) WHERE (trashed_at IS NOT NULL);
CREATE INDEX file_trashed_with ON public.file USING btree (tenant_id, trashed_with) WHERE (trashed_with IS NOT NULL);
CREATE INDEX file_unused ON public.file USING btree (tenant_id, size DESC, id DESC) WHERE ((trashed_at IS NULL) AND (NOT is_used));
CREATE INDEX file_usage_article ON public.file_usage USING btree (tenant_id, number, file_id);
CREATE INDEX file_version_created_by ON public.file_version USING btree (created_by);
CREATE INDEX file_version_hash ON public.file_version USING btree (tenant_id, hash);
CREATE INDEX file_version_replaced ON public.file_version USING btree (tenant_id, replaced_at, file_id, version) WHERE (replaced_at IS NOT NULL);
CREATE INDEX file_words ON public.file USING gin (public.search_words(tenant_id, ((((name || ' '::text) || COALESCE(alt, ''::text)) || ' '::text) || COALESCE(credit, ''::text))));
CREATE UNIQUE INDEX folder_name ON public.folder USING btree (tenant_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), name_key) WHERE (trashed_at IS NULL);
CREATE INDEX folder_parent ON public.folder USING btree (tenant_id, parent_id);
CREATE INDEX folder_trashed ON public.folder USING btree (tenant_id, trashed_with) WHERE (trashed_with IS NOT NULL);
CREATE INDEX group_role_mapping_role ON public.group_role_mapping USING btree (role_id);
CREATE INDEX identity_provider_tenant ON public.identity_provider USING btree (tenant_id, name, id);
CREATE INDEX job_due ON public.job USING btree (tenant_id, target, next_attempt_at) WHERE (state = 'queued'::text);
CREATE INDEX job_running ON public.job USING btree (leased_until) WHERE (state = 'running'::text);
CREATE INDEX job_stopped ON public.job USING btree (tenant_id, kind, finished_at, id) WHERE (state = ANY (ARRAY['dead'::text, 'cancelled'::text]));
CREATE INDEX job_subject ON public.job USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE INDEX job_tenant ON public.job USING btree (tenant_id, created_at, id);
CREATE INDEX known_device_account ON public.known_device USING btree (tenant_id, account_id);
CREATE INDEX layout_by_name ON public.layout USING btree (tenant_id, lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX live_list_entry_newest ON public.live_list_entry USING btree (tenant_id, path, published_at DESC, number DESC);
CREATE UNIQUE INDEX live_page_of_article ON public.live_page USING btree (tenant_id, number) WHERE (kind = 'page'::text);
CREATE INDEX live_page_of_stream ON public.live_page USING btree (tenant_id, stream_number, published_at DESC, number DESC) WHERE ((kind = 'page'::text) AND (NOT hidden));
CREATE INDEX live_page_publication ON public.live_page USING btree (tenant_id, publication_id) WHERE (publication_id IS NOT NULL);
CREATE INDEX live_page_redirect ON public.live_page USING btree (tenant_id, path COLLATE "C") WHERE (kind = 'redirect'::text);
CREATE INDEX live_page_target ON public.live_page USING btree (tenant_id, forward_path) WHERE (forward_path IS NOT NULL);
CREATE INDEX one_time_link_account ON public.one_time_link USING btree (account_id, purpose);
CREATE INDEX page_template_by_name ON public.page_template USING btree (tenant_id, lower(name), id) WHERE (deleted_at IS NULL);
CREATE INDEX passkey_account ON public.passkey USING btree (account_id, created_at);
CREATE INDEX path_history_of_article ON public.path_history USING btree (tenant_id, number);
CREATE INDEX preview_link_of_article ON public.preview_link USING btree (tenant_id, number, created_at DESC, id DESC);
CREATE INDEX publication_content ON public.publication USING btree (tenant_id, body_hash);
CREATE INDEX publication_job_due ON public.publication_job USING btree (tenant_id, next_at, id) WHERE ((state = 'waiting'::text) AND (release_id IS NULL));
CREATE INDEX publication_job_next ON public.publication_job USING btree (next_at) WHERE ((state = 'waiting'::text) AND (release_id IS NULL));
CREATE INDEX publication_job_of_article ON public.publication_job USING btree (tenant_id, number, due_at DESC, id DESC);
CREATE UNIQUE INDEX publication_job_of_release ON public.publication_job USING btree (tenant_id, release_id, number) WHERE ((release_id IS NOT NULL) AND (state <> 'cancelled'::text));
CREATE INDEX publication_job_of_site ON public.publication_job USING btree (tenant_id, due_at, id);
CREATE INDEX publication_job_of_state ON public.publication_job USING btree (tenant_id, state, due_at, id);
CREATE INDEX publication_of_article ON public.publication USING btree (tenant_id, number, at DESC);
CREATE INDEX publication_release_next ON public.publication_release USING btree (next_at) WHERE (state = 'waiting'::text);
CREATE INDEX publication_release_of_site ON public.publication_release USING btree (tenant_id, due_at, id);
CREATE INDEX publication_release_of_state ON public.publication_release USING btree (tenant_id, state, due_at, id);
CREATE INDEX redirect_rule_target ON public.redirect_rule USING btree (tenant_id, forward_path) WHERE (forward_path IS NOT NULL);
CREATE INDEX saved_view_account_id ON public.saved_view USING btree (account_id);
CREATE INDEX search_page_newest ON public.search_page USING btree (tenant_id, published_at DESC, number DESC);
CREATE INDEX search_page_words ON public.search_page USING gin (words) WITH (gin_pending_list_limit='512');
CREATE INDEX session_account ON public.session USING btree (tenant_id, account_id);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_identity ON public.session USING btree (identity_id);
CREATE INDEX session_tenant_created ON public.session USING btree (tenant_id, created_at, id);
CREATE INDEX setting_change_tenant ON public.setting_change USING btree (tenant_id, id);
CREATE INDEX sign_in_failure_last ON public.sign_in_failure USING btree (last_at);
CREATE INDEX tenant_hostname_tenant ON public.tenant_hostname USING btree (tenant_id);
CREATE UNIQUE INDEX tenant_key_current ON public.tenant_key USING btree (tenant_id, purpose) WHERE (retired_at IS NULL);
CREATE INDEX upload_expires_at ON public.upload USING btree (tenant_id, expires_at);
CREATE INDEX upload_owner ON public.upload USING btree (owner_id);
CREATE INDEX webauthn_challenge_expiry ON public.webauthn_challenge USING btree (expires_at);
CREATE STATISTICS public.contact_submission_places (mcv) ON tenant_id, folder, undelivered FROM public.contact_submission;
CREATE TRIGGER article_content_rows BEFORE DELETE OR UPDATE ON public.article_content FOR EACH ROW EXECUTE FUNCTION public.published_guard();
CREATE TRIGGER article_draft_files AFTER UPDATE OF files ON public.article_draft FOR EACH ROW WHEN ((old.files IS DISTINCT FROM new.files)) EXECUTE FUNCTION public.note_draft_files();
CREATE TRIGGER article_draft_files_first AFTER INSERT ON public.article_draft FOR EACH ROW WHEN ((new.files IS NOT NULL)) EXECUTE FUNCTION public.note_draft_files();
CREATE TRIGGER article_forget_files BEFORE DELETE ON public.article FOR EACH ROW EXECUTE FUNCTION public.forget_files();
CREATE TRIGGER article_live_files AFTER UPDATE OF publication_id ON public.article FOR EACH ROW WHEN ((old.publication_id IS DISTINCT FROM new.publication_id)) EXECUTE FUNCTION public.note_live_files();
CREATE TRIGGER article_version_rows BEFORE DELETE OR UPDATE ON public.article_version FOR EACH ROW EXECUTE FUNCTION public.published_guard();
CREATE TRIGGER audit_entry_rows BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.audit_entry_guard();
CREATE TRIGGER audit_entry_truncate BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.audit_entry_guard();
CREATE TRIGGER audit_head_rows BEFORE DELETE OR UPDATE ON public.audit_head FOR EACH ROW EXECUTE FUNCTION public.audit_head_guard();
CREATE TRIGGER audit_head_truncate BEFORE TRUNCATE ON public.audit_head FOR EACH STATEMENT EXECUTE FUNCTION public.audit_head_guard();
CREATE TRIGGER contact_submission_deleted AFTER DELETE ON public.contact_submission REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.delete_notification();
CREATE TRIGGER contact_submission_undelivered BEFORE INSERT OR UPDATE OF status ON public.contact_submission FOR EACH ROW EXECUTE FUNCTION public.note_undelivered();
CREATE TRIGGER deployment_file_released AFTER DELETE ON public.deployment_file REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.deployment_files_released();
CREATE TRIGGER file_blob_files_added AFTER INSERT ON public.file REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_blob_files();
CREATE TRIGGER file_blob_files_changed AFTER UPDATE ON public.file REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_blob_files();
CREATE TRIGGER file_blob_files_gone AFTER DELETE ON public.file REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.count_blob_files();
CREATE TRIGGER layout_publication_rows BEFORE DELETE OR UPDATE ON public.layout_publication FOR EACH ROW EXECUTE FUNCTION public.published_guard();
CREATE TRIGGER layout_version_rows BEFORE DELETE OR UPDATE ON public.layout_version FOR EACH ROW EXECUTE FUNCTION public.published_guard();
CREATE TRIGGER live_page_words AFTER INSERT OR DELETE OR UPDATE OF kind, publication_id, published_at, hidden ON public.live_page FOR EACH ROW EXECUTE FUNCTION public.note_live_words();
CREATE TRIGGER page_template_version_rows BEFORE DELETE OR UPDATE ON public.page_template_version FOR EACH ROW EXECUTE FUNCTION public.published_guard();
CREATE TRIGGER publication_body_rows BEFORE DELETE OR UPDATE ON public.publication_body FOR EACH ROW EXECUTE FUNCTION public.published_guard();
CREATE TRIGGER publication_rows BEFORE DELETE OR UPDATE ON public.publication FOR EACH ROW EXECUTE FUNCTION public.published_guard();
ALTER TABLE ONLY public.account_key
    ADD CONSTRAINT account_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_mail
    ADD CONSTRAINT account_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_mail
    ADD CONSTRAINT account_mail_id_fkey FOREIGN KEY (id) REFERENCES public.job(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_preferences
    ADD CONSTRAINT account_preferences_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_role
    ADD CONSTRAINT account_role_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_role
    ADD CONSTRAINT account_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.address_hit
    ADD CONSTRAINT address_hit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ai_day
    ADD CONSTRAINT ai_day_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ai_state
    ADD CONSTRAINT ai_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ai_usage
    ADD CONSTRAINT ai_usage_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ai_usage
    ADD CONSTRAINT ai_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_article_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_content
    ADD CONSTRAINT article_content_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_counter
    ADD CONSTRAINT article_counter_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_draft
    ADD CONSTRAINT article_draft_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_email
    ADD CONSTRAINT article_email_id_fkey FOREIGN KEY (id) REFERENCES public.job(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_email
    ADD CONSTRAINT article_email_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_grant
    ADD CONSTRAINT article_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_grant
    ADD CONSTRAINT article_grant_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_grant
    ADD CONSTRAINT article_grant_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_grant
    ADD CONSTRAINT article_grant_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.article_review
    ADD CONSTRAINT article_review_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_reviewer
    ADD CONSTRAINT article_reviewer_review_id_fkey FOREIGN KEY (tenant_id, review_id) REFERENCES public.article_review(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_stream_number_fkey FOREIGN KEY (tenant_id, stream_number) REFERENCES public.article(tenant_id, number);
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_version
    ADD CONSTRAINT article_version_content_hash_fkey FOREIGN KEY (tenant_id, content_hash) REFERENCES public.article_content(tenant_id, hash);
ALTER TABLE ONLY public.article_version
    ADD CONSTRAINT article_version_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_verification
    ADD CONSTRAINT audit_verification_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.cdn_purge
    ADD CONSTRAINT cdn_purge_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_thread_id_fkey FOREIGN KEY (tenant_id, thread_id) REFERENCES public.comment_thread(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_attempt
    ADD CONSTRAINT contact_attempt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_form_page
    ADD CONSTRAINT contact_form_page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_submission
    ADD CONSTRAINT contact_submission_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.job(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deploy_key
    ADD CONSTRAINT deploy_key_article_fkey FOREIGN KEY (tenant_id, article_number) REFERENCES public.application(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.deploy_key
    ADD CONSTRAINT deploy_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deployment
    ADD CONSTRAINT deployment_article_fkey FOREIGN KEY (tenant_id, article_number) REFERENCES public.application(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.deployment_file
    ADD CONSTRAINT deployment_file_deployment_fkey FOREIGN KEY (tenant_id, article_number, deployment) REFERENCES public.deployment(tenant_id, article_number, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.deployment_file
    ADD CONSTRAINT deployment_file_hash_fkey FOREIGN KEY (tenant_id, hash) REFERENCES public.blob(tenant_id, hash);
ALTER TABLE ONLY public.deployment_file
    ADD CONSTRAINT deployment_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deployment
    ADD CONSTRAINT deployment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.editing_session
    ADD CONSTRAINT editing_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.editing_session
    ADD CONSTRAINT editing_session_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.email_verification
    ADD CONSTRAINT email_verification_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_sign_in
    ADD CONSTRAINT external_sign_in_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_folder_id_fkey FOREIGN KEY (tenant_id, folder_id) REFERENCES public.folder(tenant_id, id);
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_hash_fkey FOREIGN KEY (tenant_id, hash) REFERENCES public.blob(tenant_id, hash);
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_usage
    ADD CONSTRAINT file_usage_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_version
    ADD CONSTRAINT file_version_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.file_version
    ADD CONSTRAINT file_version_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES public.file(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_version
    ADD CONSTRAINT file_version_hash_fkey FOREIGN KEY (tenant_id, hash) REFERENCES public.blob(tenant_id, hash);
ALTER TABLE ONLY public.file_version
    ADD CONSTRAINT file_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.folder
    ADD CONSTRAINT folder_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES public.folder(tenant_id, id);
ALTER TABLE ONLY public.folder
    ADD CONSTRAINT folder_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_role_mapping
    ADD CONSTRAINT group_role_mapping_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_role_mapping
    ADD CONSTRAINT group_role_mapping_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job_hold
    ADD CONSTRAINT job_hold_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job_success
    ADD CONSTRAINT job_success_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.layout_file
    ADD CONSTRAINT layout_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.layout_publication
    ADD CONSTRAINT layout_publication_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.layout_publication
    ADD CONSTRAINT layout_publication_version_fkey FOREIGN KEY (tenant_id, layout_id, version) REFERENCES public.layout_version(tenant_id, layout_id, version);
ALTER TABLE ONLY public.layout
    ADD CONSTRAINT layout_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.layout_version
    ADD CONSTRAINT layout_version_layout_id_fkey FOREIGN KEY (tenant_id, layout_id) REFERENCES public.layout(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.layout_version
    ADD CONSTRAINT layout_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.live_layout
    ADD CONSTRAINT live_layout_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.live_list_entry
    ADD CONSTRAINT live_list_entry_path_fkey FOREIGN KEY (tenant_id, path) REFERENCES public.live_list(tenant_id, path) ON DELETE CASCADE;
ALTER TABLE ONLY public.live_list
    ADD CONSTRAINT live_list_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.live_page
    ADD CONSTRAINT live_page_publication_id_fkey FOREIGN KEY (tenant_id, publication_id) REFERENCES public.publication(tenant_id, id);
ALTER TABLE ONLY public.live_page
    ADD CONSTRAINT live_page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mailing_list
    ADD CONSTRAINT mailing_list_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_template
    ADD CONSTRAINT page_template_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_template_version
    ADD CONSTRAINT page_template_version_template_id_fkey FOREIGN KEY (tenant_id, template_id) REFERENCES public.page_template(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_template_version
    ADD CONSTRAINT page_template_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey_user
    ADD CONSTRAINT passkey_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.path_history
    ADD CONSTRAINT path_history_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.planned_page
    ADD CONSTRAINT planned_page_plan_id_fkey FOREIGN KEY (tenant_id, plan_id) REFERENCES public.publication_job(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.planned_page
    ADD CONSTRAINT planned_page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.preview_link
    ADD CONSTRAINT preview_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.preview_link
    ADD CONSTRAINT preview_link_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_body_hash_fkey FOREIGN KEY (tenant_id, body_hash) REFERENCES public.publication_body(tenant_id, hash);
ALTER TABLE ONLY public.publication_body
    ADD CONSTRAINT publication_body_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.publication_job
    ADD CONSTRAINT publication_job_number_fkey FOREIGN KEY (tenant_id, number) REFERENCES public.article(tenant_id, number) ON DELETE CASCADE;
ALTER TABLE ONLY public.publication_job
    ADD CONSTRAINT publication_job_release_id_fkey FOREIGN KEY (tenant_id, release_id) REFERENCES public.publication_release(tenant_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.publication_job
    ADD CONSTRAINT publication_job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.publication_release
    ADD CONSTRAINT publication_release_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.publication
    ADD CONSTRAINT publication_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.redirect_rule
    ADD CONSTRAINT redirect_rule_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.released_content
    ADD CONSTRAINT released_content_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.removed_blob
    ADD CONSTRAINT removed_blob_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.retention_run
    ADD CONSTRAINT retention_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.search_index
    ADD CONSTRAINT search_index_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.search_page
    ADD CONSTRAINT search_page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES public.external_identity(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.setting_change
    ADD CONSTRAINT setting_change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.setup_state
    ADD CONSTRAINT setup_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.site_menu
    ADD CONSTRAINT site_menu_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.storage_total
    ADD CONSTRAINT storage_total_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.stream_state
    ADD CONSTRAINT stream_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tenant_hostname
    ADD CONSTRAINT tenant_hostname_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tenant_key
    ADD CONSTRAINT tenant_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.totp_credential
    ADD CONSTRAINT totp_credential_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webauthn_challenge
    ADD CONSTRAINT webauthn_challenge_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
