-- {"recordedAt":"2026-11-23T03:54:48.181Z","token":"sitedesk_GAPWQ9gj2Pu6V1JeCKpcktyf7BBl1RESG2SYTDSUzPw","encryptionKey":"yHaSnlsIjU8Z9rxQ245bKFENd7Y6I9VThotJn3RQYCw=","session":{"cookie":"__Host-sitedesk=E2QONFMXyU7lCQsko2JG1vuhEXDL3kcAwrOg-edZjn0; __Host-sitedesk-device=T3S7rFYu-6eje7uVm7jB8Wg4jxKk344jV594gnBjgMk","csrfToken":"1kaIKFPQtlpg_QVDWMT0cWbfwmPmW4UNaRpSkv9RKmo"},"cleo":{"email":"colleague-1@site.test","password":"nine quiet lamps at harbour 01a2068a-9d3e-7520-9ce0-4c18595d89ae"},"dora":{"email":"colleague-2@site.test","password":"nine quiet lamps at harbour 01a2068a-9e8d-73c0-babb-861dc0033d9b","totpSecret":"SIPRDABCLGBNYOJKP5L5HCQ6RWVVHCH6"},"listKey":"451b63294de1eb44dd9997fcbda6ce53-us21"}
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
CREATE FUNCTION public.contact_text(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(lower($1), '@.-/_:+<&% «»„“”‘’…¿¡、。，！？'::text, repeat(' '::text, 26));
CREATE FUNCTION public.contact_query(uuid, text, integer) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((('t'::text || replace(($1)::text, '-'::text, ''::text)) || (SELECT string_agg(((' & '''::text || "left"(words.word, 200)) || ''':*'::text), ''::text) AS string_agg FROM (SELECT word.word FROM unnest(string_to_array(translate(public.contact_text($2), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~	

'::text, repeat(' '::text, 35)), ' '::text)) word(word) WHERE (word.word <> ''::text) LIMIT $3) words)))::tsquery;
CREATE FUNCTION public.contact_words(uuid, text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple'::regconfig, ((('t'::text || replace(($1)::text, '-'::text, ''::text)) || ' '::text) || public.contact_text($2)));
CREATE FUNCTION public.delete_notification() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     DELETE FROM outbox_message o USING gone WHERE o.id = gone.id;
     RETURN NULL;
   END $$;
CREATE FUNCTION public.note_undelivered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
   BEGIN
     NEW.undelivered := CASE WHEN NEW.status IN ('failed', 'stored') THEN NEW.status END;
     RETURN NEW;
   END $$;
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
    account_id uuid NOT NULL,
    kind text NOT NULL,
    link_id uuid,
    content text,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.account_role (
    account_id uuid NOT NULL,
    role_key text NOT NULL,
    source text NOT NULL,
    tenant_id uuid NOT NULL,
    role_id uuid
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
    hash text NOT NULL
);
CREATE TABLE public.audit_head (
    tenant_id uuid NOT NULL,
    sequence bigint NOT NULL,
    hash text NOT NULL,
    anchor_sequence bigint NOT NULL,
    anchor_hash text NOT NULL
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
CREATE UNLOGGED TABLE public.captcha_pass (
    tenant_id uuid NOT NULL,
    client_address text NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
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
    act_id uuid,
    undelivered text,
    is_test boolean DEFAULT false NOT NULL
);
CREATE TABLE public.delivery_attempt (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    outbox_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    provider text NOT NULL,
    detail text NOT NULL,
    duration_ms integer NOT NULL
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
    expires_at timestamp with time zone NOT NULL
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
CREATE TABLE public.key_check (
    key_id text NOT NULL,
    proof text NOT NULL
);
CREATE TABLE public.known_device (
    token_hash text NOT NULL,
    tenant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    last_used_at timestamp with time zone NOT NULL
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
    last_synchronised_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    failure_kind text,
    failure_detail text,
    failing_since timestamp with time zone,
    held_until timestamp with time zone
);
CREATE TABLE public.mailing_list_job (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    confirm boolean NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    last_error text,
    failed_at timestamp with time zone
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
CREATE TABLE public.outbox_message (
    id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    lease_owner integer,
    leased_until timestamp with time zone,
    last_error text,
    sent_at timestamp with time zone,
    kind text DEFAULT 'submission'::text NOT NULL,
    expires_at timestamp with time zone
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
CREATE TABLE public.provider_state (
    tenant_id uuid NOT NULL,
    fingerprint text NOT NULL,
    failures integer NOT NULL,
    kind text NOT NULL,
    detail text NOT NULL,
    last_attempt_at timestamp with time zone NOT NULL,
    held_until timestamp with time zone NOT NULL
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
    closed_at timestamp with time zone
);
CREATE UNLOGGED TABLE public.sign_in_failure (
    tenant_id uuid NOT NULL,
    email_key text NOT NULL,
    address text NOT NULL,
    failures integer NOT NULL,
    last_at timestamp with time zone NOT NULL
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
CREATE TABLE public.webauthn_challenge (
    challenge text NOT NULL,
    tenant_id uuid NOT NULL,
    purpose text NOT NULL,
    bound_to text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.migration ALTER COLUMN id SET DEFAULT nextval('public.migration_id_seq'::regclass);
INSERT INTO public.account VALUES
	('01a2068a-137f-779e-81a2-f1b10cd86c14', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:IwLxJHm+svABhSu75VNmDgjk55qm/E/Do1rW65FtY1ZNmZmNM2hv0JF6L5O0S3Y=', 'MdwqKnFBLxRZ_fF3jhTN1v8DUH9uQDrTGh-Tx0Io2iQ', 'Administrator', '$argon2id$v=19$m=19456,t=2,p=1$CNN+OHgexqDZUiRDTCkRvQ$5EXdariSvJ8PX3I1g5D0A3BrOhzRTuvFVcQc1MrL80s', '2026-11-23 03:54:01.983+00', '2026-11-23 03:54:01.983+00', 'active', '2026-11-23 03:54:01.983+00', '2026-11-23 03:54:36.979+00', 1, 'administrator', NULL, NULL, 0),
	('01a2068a-9d3e-7520-9ce0-4c18595d89ae', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:9bEJEqHG5gEKheaEDmibBMVDr+z75rbx4a7EaoaeykY8Er/bSUAOcR48P3WWhBhcwA==', '-6xCy4G3As5RTstDU1CwzI1ZEuezzHSNu2V9GZ2rgEo', 'Cleo Ortiz', '$argon2id$v=19$m=19456,t=2,p=1$UnAo44IGBvqUE4+da9lXAg$NRNJC+A/Ic9TrO/cAHWKZq/vKCeSSXn/Hv8KnxiMJ8k', '2026-11-23 03:54:37.396+00', '2026-11-23 03:54:37.396+00', 'active', '2026-11-23 03:54:37.246+00', '2026-11-23 03:54:37.547+00', 2, 'cleo ortiz', '01a2068a-137f-779e-81a2-f1b10cd86c14', NULL, 0),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:G7g1TpW3F3Wv4oYptbP+OvMLCS8mIyDCzDDbrbSOSF7ozQuEYX/TVldxuw7WqTz67g==', 'A78S4rTy6PJXzdR91j8o3SQEgbQUinEGHymRzU9dF38', 'Dora Lind', '$argon2id$v=19$m=19456,t=2,p=1$n9EjYz4PrtJjB7Ytmqb9Tg$jx0Z7cek8KbWBx43gJ9h20zKX/yYGnsrW1Zt/KdPbmY', '2026-11-23 03:54:37.722+00', '2026-11-23 03:54:37.722+00', 'active', '2026-11-23 03:54:37.581+00', '2026-11-23 03:54:37.878+00', 2, 'dora lind', '01a2068a-137f-779e-81a2-f1b10cd86c14', NULL, 0),
	('01a2068a-ac41-7803-89b2-dc27c4d9aad1', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:RLVCtxtUHW5pGUV+ouuBSCpSswcALJFt1uOx3nP8FSm5lnzdL6m89Rgd', 'CAllCZlRpmT6vQC30UKZwkQ5-5Dgr6BG8dE2_hUgddA', 'Gina Roth', NULL, NULL, NULL, 'invited', '2026-11-23 03:54:41.089+00', NULL, 1, 'gina roth', '01a2068a-137f-779e-81a2-f1b10cd86c14', NULL, 0);
INSERT INTO public.account_key VALUES
	('01a2068a-137f-779e-81a2-f1b10cd86c14', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:xG5HThT8h/vAG4VDBNVn5VLQVqNL3vQr2SoMqQSyQEdbn6ybe+yFMh43S1J+jNr6yL05XqmGoB/+rGW8KWKdXOQ9BM4TTf7J', '2026-11-23 03:54:38.938+00');
INSERT INTO public.account_mail VALUES
	('01a2068a-a0ef-7d12-b367-139de1892b07', '00000000-0000-7000-8000-000000000001', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'two-factor-changed', NULL, NULL, '2026-11-23 03:54:38.191+00'),
	('01a2068a-c634-76f8-a4ee-31b0f0566a18', '00000000-0000-7000-8000-000000000001', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'reset-password', '01a2068a-c630-7af5-bad2-1e4e4743c9a8', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:54tUkSw51O+7P4/zeL7Qm+occGu8xM8gOn+2IXWhvEBH2hCRSHsfPI0dTApMjni2iQ5R2Jy2AozimbhAkOBLpXhPRrLnDLNnDz23b/dpnZriv1NwalV3cRTOjUEKtEt7c/Ro5lenCK7McrR4yLFMbXWhLpRACdYiume5Uf1JziZ4yn6bEIOTI38fTGuhefX/vNb0JxMpsuxCwDm28N6K8iB8Bhw1Pl9yhS2uSXwaIWKVHNwyYOCfRWrl5YrBIRSEYiKNtf5HK+iiZ4CRbekxcUPTas5AErYykvAR0AqGuo5Su3uRKvXV+ELUtCi3Cy74x0okr+QdJGpVy46RKZgBgYrr8NrWBjl+I7rVbeRN9O0nHX3eS6fCrlQMl3QnYig=', '2026-11-23 03:54:47.732+00');
INSERT INTO public.account_role VALUES
	('01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'manual', '00000000-0000-7000-8000-000000000001', NULL),
	('01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'Editor', 'manual', '00000000-0000-7000-8000-000000000001', NULL),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '01a2068a-9cb0-7da4-bf3c-adb05d835983', 'manual', '00000000-0000-7000-8000-000000000001', '01a2068a-9cb0-7da4-bf3c-adb05d835983'),
	('01a2068a-ac41-7803-89b2-dc27c4d9aad1', 'Author', 'manual', '00000000-0000-7000-8000-000000000001', NULL);
INSERT INTO public.api_token VALUES
	('01a2068a-a252-765b-9b29-a41baa5f3dba', '00000000-0000-7000-8000-000000000001', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Reports', 'u9fTO9upPFiG9jHzgXB4i3JcV4-2vnQjyZtS95zYg-k', 'UzPw', '{contacts.manage}', '2026-11-23 03:54:38.546+00', '2027-02-21 03:54:38.546+00', NULL);
INSERT INTO public.audit_entry VALUES
	('01a2068a-13ab-719b-9010-7c7b603f48e9', '00000000-0000-7000-8000-000000000001', 1, '2026-11-23 03:54:02.027+00', 'system', NULL, 'environment', 'setup.finish', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'done', NULL, NULL, NULL, '', '', '', '0000000000000000000000000000000000000000000000000000000000000000', '4f14e12b4d4f1813f1848fd221cb07bcec7f4666370df72419f42b328dadce9a'),
	('01a2068a-4905-7ea7-a7c3-3cb86b0a10a0', '00000000-0000-7000-8000-000000000001', 2, '2026-11-23 03:54:15.685+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'EMAIL', 'done', NULL, NULL, '{"names": ["SenderEmail"]}', '', '', '', '4f14e12b4d4f1813f1848fd221cb07bcec7f4666370df72419f42b328dadce9a', '674376b0b4761d2e77f17c4a7b4d0d96c07e5994cb8e5f938589620d1a239be5'),
	('01a2068a-777d-7638-8dde-7b6431761bd0', '00000000-0000-7000-8000-000000000001', 3, '2026-11-23 03:54:27.581+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'EMAIL', 'done', NULL, NULL, '{"names": ["ConnectionString"]}', '', '', '', '674376b0b4761d2e77f17c4a7b4d0d96c07e5994cb8e5f938589620d1a239be5', '92453fed29bd9c5ccf792e5f1c07e70640e04f109a138f9bf1efb20cc0b273d3'),
	('01a2068a-99e7-74f7-837e-6b72446d3070', '00000000-0000-7000-8000-000000000001', 4, '2026-11-23 03:54:36.391+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'ContactApi', 'done', NULL, NULL, '{"names": ["AdminEmail"]}', '', '', '', '92453fed29bd9c5ccf792e5f1c07e70640e04f109a138f9bf1efb20cc0b273d3', '61b6860d70ab1d8cd22ace4e0930ec4671513794e66ca93ccc8ee481a995b34e'),
	('01a2068a-9c3a-7cfa-8551-6631035cf71f', '00000000-0000-7000-8000-000000000001', 5, '2026-11-23 03:54:36.986+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'session.begin', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.2', '', 'cfc02662-8c2a-466f-9fc3-90cb9bbabd58', '61b6860d70ab1d8cd22ace4e0930ec4671513794e66ca93ccc8ee481a995b34e', 'b50a3b794be4f0ab4dcc50785f8a28fbead7f73bad83dd1b8e8bba12131c6275'),
	('01a2068a-9cc0-7dbb-901c-5a1b4fb76d6b', '00000000-0000-7000-8000-000000000001', 6, '2026-11-23 03:54:37.12+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'role.create', 'role', '01a2068a-9cb0-7da4-bf3c-adb05d835983', 'done', NULL, NULL, '{"name": "Front desk", "description": "", "permissions": ["contacts.manage"]}', '10.0.0.2', '', '51f1483a-a6a3-43e6-b94e-ea27c4d7d60e', 'b50a3b794be4f0ab4dcc50785f8a28fbead7f73bad83dd1b8e8bba12131c6275', 'c138f61945ad1dee9ebebca0d92817377a7fdf77ad9a6f5430b2455574ed354f'),
	('01a2068a-9d4d-76fc-a9fd-c85652d1e2ae', '00000000-0000-7000-8000-000000000001', 7, '2026-11-23 03:54:37.261+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'user.create', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'done', NULL, NULL, '{"email": "co…@site.test", "roles": ["Editor"], "displayName": "Cleo Ortiz"}', '10.0.0.2', '', '444c36e4-017f-4350-b887-63b54b3b3f47', 'c138f61945ad1dee9ebebca0d92817377a7fdf77ad9a6f5430b2455574ed354f', '65123794afffdaf0cae591bc974b2a1a4dfac09cd418c615633fb837c3f9b762'),
	('01a2068a-9df2-7afd-ba5b-be88b9792b09', '00000000-0000-7000-8000-000000000001', 8, '2026-11-23 03:54:37.426+00', 'anonymous', NULL, '', 'account.accept-invitation', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'done', NULL, NULL, NULL, '10.0.0.3', '', 'e6ebb94e-29b1-487a-a4f8-a6ea4e8b7678', '65123794afffdaf0cae591bc974b2a1a4dfac09cd418c615633fb837c3f9b762', '289d9e845a1b64a9f77c9d27bf1cfb0822dba8e7a9d6bc986ecaf1d38cb9b946'),
	('01a2068a-9e19-7e91-8815-f4b171cdde31', '00000000-0000-7000-8000-000000000001', 9, '2026-11-23 03:54:37.465+00', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'Cleo Ortiz', 'session.begin', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.3', '', 'e6ebb94e-29b1-487a-a4f8-a6ea4e8b7678', '289d9e845a1b64a9f77c9d27bf1cfb0822dba8e7a9d6bc986ecaf1d38cb9b946', '073360a7afe559b165cc54c2719d241f9f8476b75589c428068d7fee5e1eddfb'),
	('01a2068a-9e6d-7cea-b8d8-ca9ecc4d72b8', '00000000-0000-7000-8000-000000000001', 10, '2026-11-23 03:54:37.549+00', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'Cleo Ortiz', 'session.begin', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.3', '', '5340e4b3-9cb3-4d41-9e13-54218860a6e8', '073360a7afe559b165cc54c2719d241f9f8476b75589c428068d7fee5e1eddfb', '4202ba275d6863d4da480d57743e5f73ed408a9ab25ca925ac6d61fbb36c5df8'),
	('01a2068a-9e94-716b-9d15-2cbdf6ec5d54', '00000000-0000-7000-8000-000000000001', 11, '2026-11-23 03:54:37.588+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'user.create', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'done', NULL, NULL, '{"email": "co…@site.test", "roles": ["Front desk"], "displayName": "Dora Lind"}', '10.0.0.2', '', '1502bae6-f728-4b17-a97f-8765df0d61f6', '4202ba275d6863d4da480d57743e5f73ed408a9ab25ca925ac6d61fbb36c5df8', '0bcd6cd141c2c8bc97be46fc124d1aa681a6003c12a07f7de1e2e21b0e84fa19'),
	('01a2068a-9f27-76a6-9154-cbe0bf50609d', '00000000-0000-7000-8000-000000000001', 12, '2026-11-23 03:54:37.735+00', 'anonymous', NULL, '', 'account.accept-invitation', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'done', NULL, NULL, NULL, '10.0.0.4', '', '056b6ee0-345b-476d-9264-c8ae4d9b4430', '0bcd6cd141c2c8bc97be46fc124d1aa681a6003c12a07f7de1e2e21b0e84fa19', '1730fb56ffcde3617a28a3047046fa0f435d9091f780e195f7c06313dae89a00'),
	('01a2068a-9f4d-7f24-bd1f-3821e0a07734', '00000000-0000-7000-8000-000000000001', 13, '2026-11-23 03:54:37.773+00', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'Dora Lind', 'session.begin', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.4', '', '056b6ee0-345b-476d-9264-c8ae4d9b4430', '1730fb56ffcde3617a28a3047046fa0f435d9091f780e195f7c06313dae89a00', '304e4d77752ce6e4a7ba6ba66edf155b112021af97c82d310de7ae4215560283'),
	('01a2068a-9fb8-740e-9136-80053e2d9243', '00000000-0000-7000-8000-000000000001', 14, '2026-11-23 03:54:37.88+00', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'Dora Lind', 'session.begin', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'done', NULL, NULL, '{"methods": ["pwd"]}', '10.0.0.4', '', '3817538c-10d2-4607-84b2-331939b2ff64', '304e4d77752ce6e4a7ba6ba66edf155b112021af97c82d310de7ae4215560283', 'dcc757e0e167a46c09c2e0a51e024985f3a1a616a1bbea47d15f2ba7aa389ff1'),
	('01a2068a-a04b-7d32-958e-5ea4e706aab3', '00000000-0000-7000-8000-000000000001', 15, '2026-11-23 03:54:38.027+00', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'Dora Lind', 'two-factor.begin', NULL, NULL, 'done', NULL, NULL, NULL, '10.0.0.4', '', '88d4d6e9-1e68-4b0c-9836-8c14bbf13f33', 'dcc757e0e167a46c09c2e0a51e024985f3a1a616a1bbea47d15f2ba7aa389ff1', '43bbb17a7e852519ab094a474de521bf0d7cc7551378e1d40a5779dbe5e4290f'),
	('01a2068a-a0f3-7b04-a51d-2ed40eb30939', '00000000-0000-7000-8000-000000000001', 16, '2026-11-23 03:54:38.195+00', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'Dora Lind', 'two-factor.enable', 'account', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'done', NULL, NULL, NULL, '10.0.0.4', '', 'a713ac2a-b8a5-4c10-b859-43a73de598f8', '43bbb17a7e852519ab094a474de521bf0d7cc7551378e1d40a5779dbe5e4290f', 'f00d59b4a9c1a2b824d7edeffb86369266ca1626eb10a8fdb80a6f4507f4b844'),
	('01a2068a-a3b2-7c7a-9f64-5494f4b42880', '00000000-0000-7000-8000-000000000001', 17, '2026-11-23 03:54:38.898+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'api-token.create', 'api-token', '01a2068a-a252-765b-9b29-a41baa5f3dba', 'done', NULL, NULL, '{"name": "Reports", "expiresAt": "2027-02-21T03:54:38.546Z", "permissions": ["contacts.manage"]}', '10.0.0.2', '', 'a99f1210-f723-4a97-be25-133131fc25cb', 'f00d59b4a9c1a2b824d7edeffb86369266ca1626eb10a8fdb80a6f4507f4b844', 'f20c4251e703969ed98106fe74eff3a40c1d8f51be584173d69a8cec967a148e'),
	('01a2068a-a3e2-715b-8b7f-a7a76450b562', '00000000-0000-7000-8000-000000000001', 18, '2026-11-23 03:54:38.946+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'encryption-key.get', NULL, NULL, 'done', NULL, NULL, NULL, '10.0.0.2', '', 'a072543a-4785-4bba-98cc-81007534129d', 'f20c4251e703969ed98106fe74eff3a40c1d8f51be584173d69a8cec967a148e', 'cd22c908fe00e6eff576073ef02c64ff132ddad445ba11b2a6913645bc4aabbb'),
	('01a2068a-a40a-7312-9fa3-02f71c63490d', '00000000-0000-7000-8000-000000000001', 19, '2026-11-23 03:54:38.986+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'author.create', 'author', '01a2068a-a402-715f-ad7c-4518984d17f7', 'done', NULL, NULL, '{"name": "Anna Berg", "links": [], "accountId": null, "biography": "Writes about rivers.", "pictureUrl": null}', '10.0.0.2', '', 'fc8130cd-54ae-47ee-ab9f-b7fb904bea49', 'cd22c908fe00e6eff576073ef02c64ff132ddad445ba11b2a6913645bc4aabbb', '0f7a0286d7f2bdf54ed6b96a3a5c19f64a2b98f65376dce0707e40ac3ff45c18'),
	('01a2068a-a4cd-7430-be06-a0e5472c8848', '00000000-0000-7000-8000-000000000001', 20, '2026-11-23 03:54:39.181+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'mailing-list.connect', 'mailing-list', '00000000-0000-7000-8000-000000000001', 'done', NULL, NULL, '{"apiUrl": "http://127.0.0.1:2598/3.0", "account": "Site & Sons", "provider": "mailchimp"}', '10.0.0.2', '', 'a2e43d17-fb68-4297-b29b-551097fdbedb', '0f7a0286d7f2bdf54ed6b96a3a5c19f64a2b98f65376dce0707e40ac3ff45c18', '204ca4933d6e961626f2fd37f487d516c16bc32360752f4beb6dae0f55de8085'),
	('01a2068a-a5b1-73ee-b5df-0beef1532f4a', '00000000-0000-7000-8000-000000000001', 21, '2026-11-23 03:54:39.409+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'mailing-list.configure', 'mailing-list', '00000000-0000-7000-8000-000000000001', 'done', NULL, '{"listId": null, "mapping": [], "listName": null, "consentRule": null, "consentPages": [], "consentStatement": null}', '{"listId": "news", "mapping": [{"field": "FNAME", "source": "first-name"}, {"field": "LNAME", "source": "last-name"}], "listName": "Newsletter", "consentRule": "statement", "consentPages": [], "consentStatement": "The form says above its button that senders get the newsletter."}', '10.0.0.2', '', '69068f09-9d8d-46c4-9239-27f14d60e0d7', '204ca4933d6e961626f2fd37f487d516c16bc32360752f4beb6dae0f55de8085', '2a4eab3a674965af087a7c452da9c091a387bf4ea2615bc733fa726109869edb'),
	('01a2068a-aab1-756c-a55d-1b6175faefd8', '00000000-0000-7000-8000-000000000001', 22, '2026-11-23 03:54:40.689+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'contact.mark-read', NULL, NULL, 'done', NULL, NULL, '{"changed": 2, "matched": 2}', '10.0.0.2', '', 'c8082694-8d71-4a43-9977-d5c1372de962', '2a4eab3a674965af087a7c452da9c091a387bf4ea2615bc733fa726109869edb', '5e9e4de0bf0d4091648fd4a5c71b636f673519df79711724bfaf3ccf6fd3adba'),
	('01a2068a-aaed-74f3-97f1-e26c4d1713b0', '00000000-0000-7000-8000-000000000001', 23, '2026-11-23 03:54:40.749+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'contact.archive', 'contact', '01a2068a-a64c-7a08-b757-132ed90538d0', 'done', NULL, NULL, '{"changed": 1, "matched": 1}', '10.0.0.2', '', 'afb46ab2-86cf-44d1-b759-dc9157e9c706', '5e9e4de0bf0d4091648fd4a5c71b636f673519df79711724bfaf3ccf6fd3adba', '8ea9746bd8bc958f141c01f3bf5e033ab9eba3ae73abc858aee055c7883d4b81'),
	('01a2068a-ab16-7827-b4b0-888b24f7f5e2', '00000000-0000-7000-8000-000000000001', 24, '2026-11-23 03:54:40.79+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'contact.trash', 'contact', '01a2068a-a6a8-7d20-9ed4-31110dbf053a', 'done', NULL, NULL, '{"changed": 1, "matched": 1}', '10.0.0.2', '', '72614a19-79db-4f0e-9a7b-325d83beb494', '8ea9746bd8bc958f141c01f3bf5e033ab9eba3ae73abc858aee055c7883d4b81', '6a439ff33d74dd09ca6a985455b5ad4720118334a26298b4be83ed39e084da56'),
	('01a2068a-ac63-71fd-8748-7f591c84500b', '00000000-0000-7000-8000-000000000001', 25, '2026-11-23 03:54:41.123+00', 'account', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'Administrator', 'user.create', 'account', '01a2068a-ac41-7803-89b2-dc27c4d9aad1', 'done', NULL, NULL, '{"email": "gi…@site.test", "roles": ["Author"], "displayName": "Gina Roth"}', '10.0.0.2', '', 'f5b6d372-b381-4fbe-950c-d9578bde776e', '6a439ff33d74dd09ca6a985455b5ad4720118334a26298b4be83ed39e084da56', '7efe7c05efe474373078b05894eb6cb4f4947d5e7b9b2dd589293b102d9aa127'),
	('01a2068a-c50e-7ddd-961a-ed4bbfe15905', '00000000-0000-7000-8000-000000000001', 26, '2026-11-23 03:54:47.438+00', 'system', NULL, 'npm run setting', 'setting.command', 'setting-group', 'Identity', 'done', NULL, NULL, '{"names": ["EditorUrl"]}', '', '', '', '7efe7c05efe474373078b05894eb6cb4f4947d5e7b9b2dd589293b102d9aa127', 'e4bf5b7ea590c71afd861a5fce80a45d4f71402f99b76097d6922d505ae49f7c'),
	('01a2068a-c613-788f-a7a3-432b849b6f21', '00000000-0000-7000-8000-000000000001', 27, '2026-11-23 03:54:47.699+00', 'anonymous', NULL, '', 'account.password-reset-request', 'account', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'done', NULL, NULL, NULL, '10.0.0.5', '', 'ff870682-f1c9-4075-906c-2479e5542192', 'e4bf5b7ea590c71afd861a5fce80a45d4f71402f99b76097d6922d505ae49f7c', '1e61c5e5c21a99526623414a94d396c0b80b167a81da24c35da4ba1c1d97da0d');
INSERT INTO public.audit_head VALUES
	('00000000-0000-7000-8000-000000000001', 27, '1e61c5e5c21a99526623414a94d396c0b80b167a81da24c35da4ba1c1d97da0d', 0, '0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.author_profile VALUES
	('01a2068a-a402-715f-ad7c-4518984d17f7', '00000000-0000-7000-8000-000000000001', NULL, 'Anna Berg', 'anna berg', 'Writes about rivers.', NULL, '[]', '2026-11-23 03:54:38.978+00', 1);
INSERT INTO public.contact_attempt VALUES
	('01a2068a-a5e4-7a4a-974c-18df4f00e9ac', '00000000-0000-7000-8000-000000000001', '01a2068a-a5e4-7f57-be99-addd02cfba1e', 'ada@example.com', '192.0.2.7', '2026-11-23 03:54:39.46+00', 'accepted', NULL, NULL, '128a6f83-a23c-4d16-b22b-4bac67c2689f', 1),
	('01a2068a-a64c-7468-a0d8-661234140c0f', '00000000-0000-7000-8000-000000000001', '01a2068a-a64c-7a08-b757-132ed90538d0', 'ben@example.com', '192.0.2.7', '2026-11-23 03:54:39.564+00', 'accepted', NULL, NULL, '9af0db84-9255-4128-a58a-4bc70fdd26d3', 1),
	('01a2068a-a6a8-7800-8438-dd15e7883929', '00000000-0000-7000-8000-000000000001', '01a2068a-a6a8-7d20-9ed4-31110dbf053a', 'cem@example.com', '192.0.2.7', '2026-11-23 03:54:39.656+00', 'accepted', NULL, NULL, '7dbe4882-731b-4ad7-be40-d55cd70a7438', 1),
	('01a2068a-a704-7db4-adea-1d0e88b42b70', '00000000-0000-7000-8000-000000000001', '01a2068a-a704-72d1-9d2a-607c7cbea187', 'dan@example.com', '192.0.2.7', '2026-11-23 03:54:39.748+00', 'accepted', NULL, NULL, 'a958cb4c-7d5c-46d1-b364-efde30b8ac94', 1),
	('01a2068a-ab73-7e75-8f69-ecc79c4bfaa2', '00000000-0000-7000-8000-000000000001', '01a2068a-ab73-71ff-a84a-a2a307d1806a', 'eva@example.com', '192.0.2.7', '2026-11-23 03:54:40.883+00', 'accepted', NULL, NULL, '93bc49ea-7e3b-4e17-8019-d24f6d085ede', 1),
	('01a2068a-abd2-788f-9dd3-0817c5cc89d7', '00000000-0000-7000-8000-000000000001', '01a2068a-abd2-7d6d-b269-5a944e2c3835', 'finn@example.com', '192.0.2.7', '2026-11-23 03:54:40.978+00', 'accepted', NULL, NULL, 'cfa038b1-934f-4a5d-89c3-b80f91c65fcf', 1);
INSERT INTO public.contact_submission VALUES
	('01a2068a-a704-72d1-9d2a-607c7cbea187', '00000000-0000-7000-8000-000000000001', 'Dan', 'dan@example.com', 'Dan asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-23 03:54:39.748+00', 'DR3L9-3LR3K', 'sent', NULL, NULL, 'inbox', NULL, NULL, NULL, NULL, NULL, false),
	('01a2068a-a5e4-7f57-be99-addd02cfba1e', '00000000-0000-7000-8000-000000000001', 'Ada', 'ada@example.com', 'Ada asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-23 03:54:39.46+00', 'GNRDM-T8BQN', 'sent', NULL, NULL, 'inbox', '2026-11-23 03:54:40.670984+00', NULL, NULL, '01a2068a-aa9e-736e-97cf-d421145892b3', NULL, false),
	('01a2068a-a64c-7a08-b757-132ed90538d0', '00000000-0000-7000-8000-000000000001', 'Ben', 'ben@example.com', 'Ben asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-23 03:54:39.564+00', 'DX2T6-M9KT7', 'sent', NULL, NULL, 'archived', '2026-11-23 03:54:40.670984+00', '2026-11-23 03:54:40.74048+00', NULL, '01a2068a-aae3-78e6-a5bb-d41a1f2a118f', NULL, false),
	('01a2068a-a6a8-7d20-9ed4-31110dbf053a', '00000000-0000-7000-8000-000000000001', 'Cem', 'cem@example.com', 'Cem asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-23 03:54:39.656+00', 'ZN8H9-ZT2XG', 'sent', NULL, NULL, 'trash', NULL, NULL, '2026-11-23 03:54:40.778781+00', '01a2068a-ab09-7612-bc9b-895beaf26fc3', NULL, false),
	('01a2068a-ab73-71ff-a84a-a2a307d1806a', '00000000-0000-7000-8000-000000000001', 'Eva', 'eva@example.com', 'Eva asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-23 03:54:40.883+00', 'WV5V6-WXK6K', 'queued', 'connect ECONNREFUSED 127.0.0.1:2599', NULL, 'inbox', NULL, NULL, NULL, NULL, NULL, false),
	('01a2068a-abd2-7d6d-b269-5a944e2c3835', '00000000-0000-7000-8000-000000000001', 'Finn', 'finn@example.com', 'Finn asks for “hours” & prices 🙂', '192.0.2.7', NULL, 'https://site.test/contact', '127.0.0.1', '2026-11-23 03:54:40.978+00', 'FJ67H-CT8BF', 'queued', 'connect ECONNREFUSED 127.0.0.1:2599', NULL, 'inbox', NULL, NULL, NULL, NULL, NULL, false);
INSERT INTO public.delivery_attempt VALUES
	('01a2068a-a53c-79d2-a7f0-ab8e5caa9a8c', '00000000-0000-7000-8000-000000000001', '01a2068a-a0ef-7d12-b367-139de1892b07', '2026-11-23 03:54:39.29318+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-1', 1024),
	('01a2068a-a683-71e1-8bc8-e4ee1eb71afd', '00000000-0000-7000-8000-000000000001', '01a2068a-a5e4-7f57-be99-addd02cfba1e', '2026-11-23 03:54:39.619737+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-2', 123),
	('01a2068a-a6f8-7c0b-95ae-eb75218c7e3a', '00000000-0000-7000-8000-000000000001', '01a2068a-a64c-7a08-b757-132ed90538d0', '2026-11-23 03:54:39.743383+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-3', 127),
	('01a2068a-a764-7589-b121-dd2ad9c504d3', '00000000-0000-7000-8000-000000000001', '01a2068a-a704-72d1-9d2a-607c7cbea187', '2026-11-23 03:54:39.844434+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-4', 78),
	('01a2068a-a7ad-7a06-8919-bc9084fa53fd', '00000000-0000-7000-8000-000000000001', '01a2068a-a6a8-7d20-9ed4-31110dbf053a', '2026-11-23 03:54:39.918043+00', 'sent', 'smtp 127.0.0.1:2599', '250 OK: queued as sink-5', 235),
	('01a2068a-ac23-7150-b90c-781a8083e02c', '00000000-0000-7000-8000-000000000001', '01a2068a-ab73-71ff-a84a-a2a307d1806a', '2026-11-23 03:54:41.060354+00', 'temporary', 'smtp 127.0.0.1:2599', 'connect ECONNREFUSED 127.0.0.1:2599', 35),
	('01a2068a-ac6b-7d03-99c8-ad280a8f5663', '00000000-0000-7000-8000-000000000001', '01a2068a-abd2-7d6d-b269-5a944e2c3835', '2026-11-23 03:54:41.132418+00', 'temporary', 'smtp 127.0.0.1:2599', 'connect ECONNREFUSED 127.0.0.1:2599', 24),
	('01a2068a-b289-71ca-a72c-8aca3ca9aaed', '00000000-0000-7000-8000-000000000001', '01a2068a-ab73-71ff-a84a-a2a307d1806a', '2026-11-23 03:54:42.719517+00', 'temporary', 'smtp 127.0.0.1:2599', 'connect ECONNREFUSED 127.0.0.1:2599', 40),
	('01a2068a-b66d-7839-babc-29d1fe88595a', '00000000-0000-7000-8000-000000000001', '01a2068a-abd2-7d6d-b269-5a944e2c3835', '2026-11-23 03:54:43.69451+00', 'temporary', 'smtp 127.0.0.1:2599', 'connect ECONNREFUSED 127.0.0.1:2599', 65),
	('01a2068a-be00-79c4-8f48-c73334e7a27b', '00000000-0000-7000-8000-000000000001', '01a2068a-ab73-71ff-a84a-a2a307d1806a', '2026-11-23 03:54:45.632809+00', 'temporary', 'smtp 127.0.0.1:2599', 'connect ECONNREFUSED 127.0.0.1:2599', 9),
	('01a2068a-c5d9-7225-b61d-1894d6feadde', '00000000-0000-7000-8000-000000000001', '01a2068a-abd2-7d6d-b269-5a944e2c3835', '2026-11-23 03:54:47.64199+00', 'temporary', 'smtp 127.0.0.1:2599', 'connect ECONNREFUSED 127.0.0.1:2599', 6);
INSERT INTO public.key_check VALUES
	('t1', 'enc:v1:t1:+sm9EUNIzHP0ed7XZK4h44qVlOwhyIYwh2fuQOsM1qyXUtdb');
INSERT INTO public.known_device VALUES
	('73exieRIaslDaxpYAJeIVtgWCZsdALL4fgqymZrSRd8', '00000000-0000-7000-8000-000000000001', '01a2068a-137f-779e-81a2-f1b10cd86c14', '2026-11-23 03:54:37.049+00'),
	('fKnRaZ07QisXE7BH18ljK3-RtB9bzsw7mS3bJxm8LtE', '00000000-0000-7000-8000-000000000001', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', '2026-11-23 03:54:37.563+00'),
	('Oigau5ZEXuvBWBrVXtn9W8N-D_M_jlD51nmGCBS8JBI', '00000000-0000-7000-8000-000000000001', '01a2068a-9e8d-73c0-babb-861dc0033d9b', '2026-11-23 03:54:37.892+00');
INSERT INTO public.mailing_list VALUES
	('00000000-0000-7000-8000-000000000001', 'mailchimp', 'http://127.0.0.1:2598/3.0', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:Mtz+9dMyOt5inWtD+aMBAKeIfePza3Mr6X0t/C6nI111aemJncQ7rgFQAbMzcvZLzTiFffbWuMc/cVJOVOGsVug=', '2026-11-23 03:54:39.098+00', 'Site & Sons', 'news', 'Newsletter', '[{"field": "FNAME", "source": "first-name"}, {"field": "LNAME", "source": "last-name"}]', 'statement', '{}', 'The form says above its button that senders get the newsletter.', false, '2026-11-23 03:54:39.098+00', 2, 4, '2026-11-23 03:54:40.555489+00', 3, 'service', 'The service cannot be reached (ECONNREFUSED).', '2026-11-23 03:54:41.505123+00', '2026-11-23 03:54:50.478663+00');
INSERT INTO public.mailing_list_job VALUES
	('01a2068a-ab73-7090-99be-4b69f7970dbe', '00000000-0000-7000-8000-000000000001', '01a2068a-ab73-71ff-a84a-a2a307d1806a', false, 'queued', '2026-11-23 03:54:40.883+00', 0, '2026-11-23 03:54:43.525373+00', 'The service cannot be reached (ECONNREFUSED).', NULL),
	('01a2068a-abd2-7737-951f-62f94caddc63', '00000000-0000-7000-8000-000000000001', '01a2068a-abd2-7d6d-b269-5a944e2c3835', false, 'queued', '2026-11-23 03:54:40.978+00', 0, '2026-11-23 03:54:46.49643+00', 'The service cannot be reached (ECONNREFUSED).', NULL);
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
	(15, 1790230000000, 'TieSessionsToIdentities1790230000000');
INSERT INTO public.one_time_link VALUES
	('01a2068a-acbe-7e19-a1a2-ef5e15270ba0', '00000000-0000-7000-8000-000000000001', '01a2068a-ac41-7803-89b2-dc27c4d9aad1', 'invitation', 'O2MgcbZ7e50dArRToI3RqE_XC6G7mcVZ9Rx4sNGM4rM', NULL, '2026-11-23 03:54:41.214+00', '2026-11-30 03:54:41.214+00', NULL),
	('01a2068a-c630-7af5-bad2-1e4e4743c9a8', '00000000-0000-7000-8000-000000000001', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'reset-password', 'g7iH842EGXJcNHDLBNkEqSschksrkrKvG3Fo7SvywBk', NULL, '2026-11-23 03:54:47.728+00', '2026-11-23 04:54:47.728+00', NULL);
INSERT INTO public.outbox_message VALUES
	('01a2068a-a0ef-7d12-b367-139de1892b07', '00000000-0000-7000-8000-000000000001', 'sent', '2026-11-23 03:54:38.191+00', 1, '2026-11-23 03:54:38.131461+00', NULL, NULL, NULL, '2026-11-23 03:54:39.29318+00', 'account', NULL),
	('01a2068a-a5e4-7f57-be99-addd02cfba1e', '00000000-0000-7000-8000-000000000001', 'sent', '2026-11-23 03:54:39.46+00', 1, '2026-11-23 03:54:39.46+00', NULL, NULL, NULL, '2026-11-23 03:54:39.619737+00', 'submission', NULL),
	('01a2068a-a64c-7a08-b757-132ed90538d0', '00000000-0000-7000-8000-000000000001', 'sent', '2026-11-23 03:54:39.564+00', 1, '2026-11-23 03:54:39.564+00', NULL, NULL, NULL, '2026-11-23 03:54:39.743383+00', 'submission', NULL),
	('01a2068a-a704-72d1-9d2a-607c7cbea187', '00000000-0000-7000-8000-000000000001', 'sent', '2026-11-23 03:54:39.748+00', 1, '2026-11-23 03:54:39.748+00', NULL, NULL, NULL, '2026-11-23 03:54:39.844434+00', 'submission', NULL),
	('01a2068a-a6a8-7d20-9ed4-31110dbf053a', '00000000-0000-7000-8000-000000000001', 'sent', '2026-11-23 03:54:39.656+00', 1, '2026-11-23 03:54:39.656+00', NULL, NULL, NULL, '2026-11-23 03:54:39.918043+00', 'submission', NULL),
	('01a2068a-ab73-71ff-a84a-a2a307d1806a', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-23 03:54:40.883+00', 3, '2026-11-23 03:54:49.675296+00', NULL, NULL, 'connect ECONNREFUSED 127.0.0.1:2599', NULL, 'submission', NULL),
	('01a2068a-abd2-7d6d-b269-5a944e2c3835', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-23 03:54:40.978+00', 3, '2026-11-23 03:54:52.430016+00', NULL, NULL, 'connect ECONNREFUSED 127.0.0.1:2599', NULL, 'submission', NULL),
	('01a2068a-c634-76f8-a4ee-31b0f0566a18', '00000000-0000-7000-8000-000000000001', 'queued', '2026-11-23 03:54:47.732+00', 0, '2026-11-23 03:54:47.718948+00', NULL, NULL, NULL, NULL, 'account', '2026-11-23 04:54:47.728+00');
INSERT INTO public.provider_state VALUES
	('00000000-0000-7000-8000-000000000001', 'VPo6iVG3Vm_dsIaCrVoe6_ffx7WzSkDuMsDGiillEpc', 6, 'temporary', 'connect ECONNREFUSED 127.0.0.1:2599', '2026-11-23 03:54:47.620496+00', '2026-11-23 03:54:50.820496+00');
INSERT INTO public.rate_limit_counter VALUES
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.2', '2026-11-23 03:54:00+00', 1),
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.3', '2026-11-23 03:54:00+00', 2),
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.4', '2026-11-23 03:54:00+00', 2),
	('60|contact-script|00000000-0000-7000-8000-000000000001|192.0.2.7', '2026-11-23 03:54:00+00', 6),
	('60|contact-form|00000000-0000-7000-8000-000000000001|192.0.2.7', '2026-11-23 03:54:00+00', 6),
	('60|address-ceiling|*|192.0.2.7', '2026-11-23 03:54:00+00', 6),
	('60|sign-in|00000000-0000-7000-8000-000000000001|10.0.0.5', '2026-11-23 03:54:00+00', 1);
INSERT INTO public.recovery_code VALUES
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '9YIqb0DwDm9NSpqNlNCXalRgqmt_YnCFBozPAr-T374', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', 'CYUrZFjkCj9LgzZgNcF7zNC1YizIy8Bt01IILedjsl0', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', 'o3QhsrO8Yl26C5Kp6cVUEHAxiZsbD5Cc2GzRptffblA', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', 'foVJpYkzutAiVgUa02vFY_SsQIJq9Er4ch9nDUQgdxg', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', 'g3Z6LwgmHyZeof44ZlwAmja56VUIfcCL1W8yu-c2TmE', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '2kWqI3EI6JlwB0_4o7KTMRB6TIzF7PZaTbL3oT7CcOg', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', 'LRcdPw4a_NdDdeH_DJpf_ghqP_D8wbf1MtBqCutlR2Q', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '6uuhyiI6wrbURA88bc3xfTIRWtoRmInHkc_5gaScYcs', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', 'n70oUDrFX6GsWbE2s-Z0QXTeahQCKD-Yw9hXFcZw28A', '00000000-0000-7000-8000-000000000001'),
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '_HU7BLF6M5RrwYphoKXOo7_Qtpn5Q7C6mckIQgl9hXY', '00000000-0000-7000-8000-000000000001');
INSERT INTO public.role VALUES
	('01a2068a-9cb0-7da4-bf3c-adb05d835983', '00000000-0000-7000-8000-000000000001', 'Front desk', 'front desk', '', '{contacts.manage}', '2026-11-23 03:54:37.104+00', 1);
INSERT INTO public.session VALUES
	('01a2068a-9c10-7dbd-b142-08faada57173', '00000000-0000-7000-8000-000000000001', '01a2068a-137f-779e-81a2-f1b10cd86c14', 'yDR8q138lFv01aiue7PtxpUwE0oAXXSWiNo_SM6iB20', 'full', '{pwd}', '2026-11-23 03:54:36.937+00', '2026-11-23 03:54:36.937+00', '2026-11-23 03:54:36.937+00', '2026-11-23 15:54:36.937+00', '10.0.0.2', '', 0, NULL),
	('01a2068a-9e60-7bd9-95a9-5fe98a7de23b', '00000000-0000-7000-8000-000000000001', '01a2068a-9d3e-7520-9ce0-4c18595d89ae', 'aI5QrshmpE_gIIMO83gSa1SVCagyAURsWuDecnjCbZ4', 'full', '{pwd}', '2026-11-23 03:54:37.536+00', '2026-11-23 03:54:37.536+00', '2026-11-23 03:54:37.536+00', '2026-11-23 15:54:37.536+00', '10.0.0.3', '', 0, NULL),
	('01a2068a-9faa-7c63-b1cb-4626748614fe', '00000000-0000-7000-8000-000000000001', '01a2068a-9e8d-73c0-babb-861dc0033d9b', 'yoQB1mpI_lQeYK7x3YcIS3jWCeuBw6xW-ZV1DPRSrbE', 'full', '{pwd}', '2026-11-23 03:54:37.866+00', '2026-11-23 03:54:37.866+00', '2026-11-23 03:54:37.866+00', '2026-11-23 15:54:37.866+00', '10.0.0.4', '', 0, NULL);
INSERT INTO public.setting VALUES
	('01a2068a-48d9-71ee-b824-e98bd1a95b62', '00000000-0000-7000-8000-000000000001', 'EMAIL', 'SenderEmail', 'website@site.test', 'Address that notifications come from', '2026-11-23 03:54:15.623+00'),
	('01a2068a-7762-77a9-9d2a-f69e870e78eb', '00000000-0000-7000-8000-000000000001', 'EMAIL', 'ConnectionString', 'enc:v1:t1:Gu1BTTAe+vNCBA2RyxwRQ+OAi6QurVUWo2zmh/U1IOqF6u3TMXjFZMaKr4aWSsn0zgjD+IidyyNdSB7hCtuqkkpDybyNPzwEmbgCizths3fDVVjprz/il+tANFVzcM4os8rC1vo7SFc=', 'How mail leaves: smtp://, smtps://, endpoint=...;accesskey=..., SG...., none:', '2026-11-23 03:54:27.51+00'),
	('01a2068a-99c8-70b9-b74d-cbd009babef3', '00000000-0000-7000-8000-000000000001', 'ContactApi', 'AdminEmail', 'owner@site.test', 'Recipient of notifications; the sender address when unset', '2026-11-23 03:54:36.324+00'),
	('01a2068a-c4ff-7283-a81a-fea1e0184335', '00000000-0000-7000-8000-000000000001', 'Identity', 'EditorUrl', 'https://editor.site.test', 'Address of the editor, for links in mails; https:// and the site''s first hostname when unset', '2026-11-23 03:54:47.406+00');
INSERT INTO public.setting_change VALUES
	('01a2068a-48c7-7c60-b5f8-97264b6699e7', '00000000-0000-7000-8000-000000000001', 'EMAIL', 1, '2026-11-23 03:54:15.623+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "SenderEmail", "after": {"isSet": true, "parts": null, "value": "website@site.test"}, "before": {"isSet": false, "parts": null, "value": null}, "secret": false, "secretChanged": false}]'),
	('01a2068a-7736-7a86-b954-7d691867639a', '00000000-0000-7000-8000-000000000001', 'EMAIL', 2, '2026-11-23 03:54:27.51+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "ConnectionString", "after": {"isSet": true, "parts": {"host": "127.0.0.1", "kind": "smtp", "port": "2599", "user": "website", "password": {"isSet": true, "updatedAt": null}, "security": "starttls-if-offered", "certificate": "checked"}, "value": null}, "before": {"isSet": false, "parts": null, "value": null}, "secret": true, "secretChanged": true}]'),
	('01a2068a-99a4-7381-a81e-9fca62b48b47', '00000000-0000-7000-8000-000000000001', 'ContactApi', 1, '2026-11-23 03:54:36.324+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "AdminEmail", "after": {"isSet": true, "parts": null, "value": "owner@site.test"}, "before": {"isSet": false, "parts": null, "value": null}, "secret": false, "secretChanged": false}]'),
	('01a2068a-c4ee-75c4-8361-728b546568f2', '00000000-0000-7000-8000-000000000001', 'Identity', 1, '2026-11-23 03:54:47.406+00', 'system', NULL, 'npm run setting', 'command', NULL, '[{"name": "EditorUrl", "after": {"isSet": true, "parts": null, "value": "https://editor.site.test"}, "before": {"isSet": false, "parts": null, "value": null}, "secret": false, "secretChanged": false}]');
INSERT INTO public.setup_state VALUES
	('00000000-0000-7000-8000-000000000001', NULL, '2026-11-23 03:54:01.948+00');
INSERT INTO public.tenant VALUES
	('00000000-0000-7000-8000-000000000001', 'Main site', '2026-11-23 03:54:01.242+00');
INSERT INTO public.tenant_key VALUES
	('01a2068a-1383-77ad-bfc0-6edfc85ef90b', '00000000-0000-7000-8000-000000000001', 'data', 'enc:v1:t1:Rp9332dorGxfKZ9TKG5oSz/+MYXmt+1XSXHyqU/N2Bh8ua/kRQtDDC2CzqgasJY7vqdUrp16IiOyE8/Yh2xsmMHqnpYIR+E5', '2026-11-23 03:54:01.988642+00', NULL),
	('01a2068a-1388-7b71-89b2-ba51cf22abb4', '00000000-0000-7000-8000-000000000001', 'lookup', 'enc:v1:t1:1fZT/xSB748k2bCZ1oPHiYp+s4P5S1MSn3ENMaMeRHOLsCnLtHQhyF0CtRhxl6fIlGnNlbuqQk/BXVjBxNCmN1/JutwiMZlk', '2026-11-23 03:54:01.992706+00', NULL);
INSERT INTO public.totp_credential VALUES
	('01a2068a-9e8d-73c0-babb-861dc0033d9b', '00000000-0000-7000-8000-000000000001', 'pd:v1:01a2068a-1383-77ad-bfc0-6edfc85ef90b:Rnlrk2YGUVxj99rD7DALR2lcoPZVU6+MqMNEE4DycwaJrrOcT6/JHSxUjTKW3eCENJWx3WYxuEI=', '2026-11-23 03:54:37.905+00', '2026-11-23 03:54:38.146+00', 59846869);
SELECT pg_catalog.setval('public.migration_id_seq', 15, true);
ALTER TABLE ONLY public.migration
    ADD CONSTRAINT "PK_3043fc6b8af7c99b8b98830094f" PRIMARY KEY (id);
ALTER TABLE ONLY public.account_key
    ADD CONSTRAINT account_key_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.account_mail
    ADD CONSTRAINT account_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_role
    ADD CONSTRAINT account_role_pkey PRIMARY KEY (account_id, role_key, source);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_tenant_email UNIQUE (tenant_id, email_key);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_tenant_sequence UNIQUE (tenant_id, sequence);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_account UNIQUE (tenant_id, account_id);
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.captcha_pass
    ADD CONSTRAINT captcha_pass_pkey PRIMARY KEY (tenant_id, client_address, token_hash);
ALTER TABLE ONLY public.contact_attempt
    ADD CONSTRAINT contact_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact_form_page
    ADD CONSTRAINT contact_form_page_pkey PRIMARY KEY (tenant_id, page);
ALTER TABLE ONLY public.contact_submission
    ADD CONSTRAINT contact_submission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.email_verification
    ADD CONSTRAINT email_verification_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_subject UNIQUE (tenant_id, issuer, subject);
ALTER TABLE ONLY public.external_sign_in
    ADD CONSTRAINT external_sign_in_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.group_role_mapping
    ADD CONSTRAINT group_role_mapping_pkey PRIMARY KEY (provider_id, group_id, role_key);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.key_check
    ADD CONSTRAINT key_check_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.mailing_list_job
    ADD CONSTRAINT mailing_list_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mailing_list
    ADD CONSTRAINT mailing_list_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_token UNIQUE (token_hash);
ALTER TABLE ONLY public.outbox_message
    ADD CONSTRAINT outbox_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential UNIQUE (tenant_id, credential_id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey_user
    ADD CONSTRAINT passkey_user_handle UNIQUE (tenant_id, handle);
ALTER TABLE ONLY public.passkey_user
    ADD CONSTRAINT passkey_user_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.provider_state
    ADD CONSTRAINT provider_state_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.rate_limit_counter
    ADD CONSTRAINT rate_limit_counter_pkey PRIMARY KEY (window_start, key);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, code_hash);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_tenant_name UNIQUE (tenant_id, name_key);
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
ALTER TABLE ONLY public.tenant_hostname
    ADD CONSTRAINT tenant_hostname_pkey PRIMARY KEY (hostname);
ALTER TABLE ONLY public.tenant_key
    ADD CONSTRAINT tenant_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.totp_credential
    ADD CONSTRAINT totp_credential_pkey PRIMARY KEY (account_id);
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
CREATE INDEX api_token_account ON public.api_token USING btree (tenant_id, account_id, created_at);
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (tenant_id, action, at, sequence);
CREATE INDEX audit_entry_action_group ON public.audit_entry USING btree (tenant_id, split_part(action, '.'::text, 1), at, sequence);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (tenant_id, actor_id, at, sequence);
CREATE INDEX audit_entry_address ON public.audit_entry USING btree (tenant_id, client_address, at, sequence);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (tenant_id, at, sequence);
CREATE INDEX audit_entry_outcome ON public.audit_entry USING btree (tenant_id, outcome, at, sequence);
CREATE INDEX audit_entry_request ON public.audit_entry USING btree (tenant_id, request_id, at, sequence);
CREATE INDEX audit_entry_target ON public.audit_entry USING btree (tenant_id, target_id, at, sequence);
CREATE INDEX author_profile_name ON public.author_profile USING btree (tenant_id, name_key, id);
CREATE INDEX contact_attempt_address ON public.contact_attempt USING btree (tenant_id, client_address, at, id);
CREATE INDEX contact_attempt_error ON public.contact_attempt USING btree (tenant_id, error, at, id) WHERE (error IS NOT NULL);
CREATE INDEX contact_attempt_status ON public.contact_attempt USING btree (tenant_id, status, at, id);
CREATE INDEX contact_attempt_submission ON public.contact_attempt USING btree (submission_id);
CREATE INDEX contact_attempt_tenant_at ON public.contact_attempt USING btree (tenant_id, at, id);
CREATE INDEX contact_submission_act ON public.contact_submission USING btree (tenant_id, act_id) WHERE (act_id IS NOT NULL);
CREATE INDEX contact_submission_email ON public.contact_submission USING btree (tenant_id, lower(email) COLLATE "C", id);
CREATE INDEX contact_submission_folder ON public.contact_submission USING btree (tenant_id, folder, received_at, id);
CREATE UNIQUE INDEX contact_submission_idempotency ON public.contact_submission USING btree (tenant_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX contact_submission_name ON public.contact_submission USING btree (tenant_id, "left"(lower(name), 60) COLLATE "C", id);
CREATE INDEX contact_submission_tenant_received ON public.contact_submission USING btree (tenant_id, received_at, id);
CREATE INDEX contact_submission_undelivered ON public.contact_submission USING btree (tenant_id, undelivered, received_at, id) WHERE (undelivered IS NOT NULL);
CREATE INDEX contact_submission_unread ON public.contact_submission USING btree (tenant_id, folder, received_at, id) WHERE (read_at IS NULL);
CREATE INDEX contact_submission_words ON public.contact_submission USING gin (public.contact_words(tenant_id, ((((((name || ' '::text) || email) || ' '::text) || receipt_code) || ' '::text) || message)));
CREATE INDEX delivery_attempt_message ON public.delivery_attempt USING btree (outbox_id, at);
CREATE INDEX external_identity_account ON public.external_identity USING btree (tenant_id, account_id);
CREATE INDEX external_identity_provider ON public.external_identity USING btree (provider_id);
CREATE INDEX external_sign_in_expiry ON public.external_sign_in USING btree (expires_at);
CREATE INDEX group_role_mapping_role ON public.group_role_mapping USING btree (role_id);
CREATE INDEX identity_provider_tenant ON public.identity_provider USING btree (tenant_id, name, id);
CREATE INDEX known_device_account ON public.known_device USING btree (tenant_id, account_id);
CREATE INDEX mailing_list_job_dead ON public.mailing_list_job USING btree (tenant_id, failed_at, id) WHERE (state = 'dead'::text);
CREATE INDEX mailing_list_job_due ON public.mailing_list_job USING btree (tenant_id, next_attempt_at) WHERE (state = 'queued'::text);
CREATE INDEX mailing_list_job_submission ON public.mailing_list_job USING btree (submission_id);
CREATE INDEX one_time_link_account ON public.one_time_link USING btree (account_id, purpose);
CREATE INDEX outbox_message_due ON public.outbox_message USING btree (tenant_id, next_attempt_at) WHERE (state = 'queued'::text);
CREATE INDEX outbox_message_leased ON public.outbox_message USING btree (leased_until) WHERE (state = 'sending'::text);
CREATE INDEX outbox_message_tenant ON public.outbox_message USING btree (tenant_id, created_at, id);
CREATE INDEX passkey_account ON public.passkey USING btree (account_id, created_at);
CREATE INDEX session_account ON public.session USING btree (tenant_id, account_id);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_identity ON public.session USING btree (identity_id);
CREATE INDEX setting_change_tenant ON public.setting_change USING btree (tenant_id, id);
CREATE INDEX sign_in_failure_last ON public.sign_in_failure USING btree (last_at);
CREATE INDEX tenant_hostname_tenant ON public.tenant_hostname USING btree (tenant_id);
CREATE UNIQUE INDEX tenant_key_current ON public.tenant_key USING btree (tenant_id, purpose) WHERE (retired_at IS NULL);
CREATE INDEX webauthn_challenge_expiry ON public.webauthn_challenge USING btree (expires_at);
CREATE STATISTICS public.contact_submission_places (mcv) ON tenant_id, folder, undelivered FROM public.contact_submission;
CREATE TRIGGER audit_entry_rows BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.audit_entry_guard();
CREATE TRIGGER audit_entry_truncate BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.audit_entry_guard();
CREATE TRIGGER audit_head_rows BEFORE DELETE OR UPDATE ON public.audit_head FOR EACH ROW EXECUTE FUNCTION public.audit_head_guard();
CREATE TRIGGER audit_head_truncate BEFORE TRUNCATE ON public.audit_head FOR EACH STATEMENT EXECUTE FUNCTION public.audit_head_guard();
CREATE TRIGGER contact_submission_deleted AFTER DELETE ON public.contact_submission REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.delete_notification();
CREATE TRIGGER contact_submission_undelivered BEFORE INSERT OR UPDATE OF status ON public.contact_submission FOR EACH ROW EXECUTE FUNCTION public.note_undelivered();
ALTER TABLE ONLY public.account_key
    ADD CONSTRAINT account_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_mail
    ADD CONSTRAINT account_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_mail
    ADD CONSTRAINT account_mail_id_fkey FOREIGN KEY (id) REFERENCES public.outbox_message(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_role
    ADD CONSTRAINT account_role_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_role
    ADD CONSTRAINT account_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.author_profile
    ADD CONSTRAINT author_profile_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_attempt
    ADD CONSTRAINT contact_attempt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_form_page
    ADD CONSTRAINT contact_form_page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_submission
    ADD CONSTRAINT contact_submission_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES public.outbox_message(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.email_verification
    ADD CONSTRAINT email_verification_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_identity
    ADD CONSTRAINT external_identity_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_sign_in
    ADD CONSTRAINT external_sign_in_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_role_mapping
    ADD CONSTRAINT group_role_mapping_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_provider(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_role_mapping
    ADD CONSTRAINT group_role_mapping_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mailing_list_job
    ADD CONSTRAINT mailing_list_job_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submission(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mailing_list
    ADD CONSTRAINT mailing_list_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_link
    ADD CONSTRAINT one_time_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.outbox_message
    ADD CONSTRAINT outbox_message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkey_user
    ADD CONSTRAINT passkey_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.provider_state
    ADD CONSTRAINT provider_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
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
ALTER TABLE ONLY public.tenant_hostname
    ADD CONSTRAINT tenant_hostname_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tenant_key
    ADD CONSTRAINT tenant_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.totp_credential
    ADD CONSTRAINT totp_credential_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webauthn_challenge
    ADD CONSTRAINT webauthn_challenge_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id) ON DELETE CASCADE;
