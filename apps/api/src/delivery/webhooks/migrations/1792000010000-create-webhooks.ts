import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Targets of webhooks, what happened, and its way to each of them. Triggers note what happened, in the transaction in which it does: so
 * whatever publishes, submits or deploys needs to know nothing of webhooks, and a rollback leaves nothing. Without a target that wants
 * it, a trigger is one look into an index.
 */
export class CreateWebhooks1792000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const OF_TENANT = (table: string): string =>
  `CONSTRAINT "${table}_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE`;

/** The channel that wakes the job runner. */
const JOBS = 'sitedesk_jobs';

const TRIGGERS = [
  {
    name: 'contact_submission_webhook',
    table: 'contact_submission',
    when: 'AFTER INSERT',
    body: `PERFORM webhook_note(NEW.tenant_id, CASE NEW.folder WHEN 'held' THEN 'contact.held' ELSE 'contact.submitted' END,
      jsonb_build_object('submission', NEW.id));`,
  },
  {
    name: 'contact_released_webhook',
    table: 'contact_submission',
    when: 'AFTER UPDATE OF "folder"',
    condition: `OLD."folder" = 'held' AND NEW."folder" = 'inbox'`,
    body: `PERFORM webhook_note(NEW.tenant_id, 'contact.released', jsonb_build_object('submission', NEW.id));`,
  },
  {
    // What is live is a column of the article; a restricted one is shown to nobody.
    name: 'article_webhook',
    table: 'article',
    when: 'AFTER UPDATE OF "publication_id", "restricted"',
    condition: `(OLD."publication_id", OLD."restricted") IS DISTINCT FROM (NEW."publication_id", NEW."restricted")`,
    body: `
      IF NEW.publication_id IS NOT NULL AND NOT NEW.restricted THEN
        PERFORM webhook_note(NEW.tenant_id, 'article.published', jsonb_build_object('article', NEW.number, 'publication', NEW.publication_id));
      ELSIF OLD.publication_id IS NOT NULL AND NOT OLD.restricted THEN
        PERFORM webhook_note(NEW.tenant_id, 'article.unpublished', jsonb_build_object('article', NEW.number, 'publication', OLD.publication_id));
      END IF;`,
  },
  {
    name: 'deployment_webhook',
    table: 'deployment',
    when: 'AFTER UPDATE OF "state"',
    condition: `NEW."state" IN ('live', 'failed') AND OLD."state" <> NEW."state"`,
    body: `PERFORM webhook_note(NEW.tenant_id, 'deployment.' || NEW.state,
      jsonb_build_object('article', NEW.article_number, 'deployment', NEW.number));`,
  },
  {
    // Many purges fail together: the request was one, and so is the event.
    name: 'cdn_purge_webhook',
    table: 'cdn_purge',
    when: 'AFTER UPDATE OF "state"',
    condition: `NEW."state" = 'failed' AND OLD."state" <> 'failed'`,
    body: `
      IF NOT EXISTS (SELECT FROM webhook_event e WHERE e.tenant_id = NEW.tenant_id AND e.sequence IS NULL AND e.type = 'purge.failed'
          AND e.created_at = date_trunc('milliseconds', now())) THEN
        PERFORM webhook_note(NEW.tenant_id, 'purge.failed', jsonb_build_object('purge', NEW.id));
      END IF;`,
  },
] as const;

const UP = [
  // Numbers of events, without gaps: given by the worker that takes them on, so that nothing that happens waits for another.
  `CREATE TABLE "webhook_counter" (
     "tenant_id" uuid NOT NULL,
     "last" bigint NOT NULL,
     CONSTRAINT "webhook_counter_pkey" PRIMARY KEY ("tenant_id"),
     ${OF_TENANT('webhook_counter')})`,
  `CREATE TABLE "webhook_target" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "name" text NOT NULL,
     "kind" text NOT NULL,
     "url" text NOT NULL,
     "shown" text NOT NULL,
     "events" text[] NOT NULL,
     "body" text NOT NULL,
     "off_reason" text,
     "off_at" timestamptz,
     "secret" text,
     "old_secret" text,
     "old_secret_until" timestamptz,
     "created_at" timestamptz NOT NULL,
     "version" integer NOT NULL DEFAULT 1,
     "last_success_at" timestamptz,
     "failing_since" timestamptz,
     "failures" integer NOT NULL DEFAULT 0,
     "held_until" timestamptz,
     CONSTRAINT "webhook_target_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "webhook_target_kind" CHECK ("kind" IN ('standard', 'slack', 'teams')),
     CONSTRAINT "webhook_target_body" CHECK ("body" IN ('thin', 'full')),
     CONSTRAINT "webhook_target_off" CHECK (("off_reason" IS NULL) = ("off_at" IS NULL)),
     ${OF_TENANT('webhook_target')})`,
  // What it names is read when it is sent, so nothing personal is stored twice.
  `CREATE TABLE "webhook_event" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "type" text NOT NULL,
     "data" jsonb NOT NULL,
     "sequence" bigint,
     "created_at" timestamptz NOT NULL,
     CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("tenant_id", "id"),
     ${OF_TENANT('webhook_event')})`,
  `CREATE INDEX "webhook_event_fresh" ON "webhook_event" ("tenant_id", "created_at", "id") WHERE "sequence" IS NULL`,
  `CREATE INDEX "webhook_event_old" ON "webhook_event" ("tenant_id", "created_at", "id")`,
  `CREATE TABLE "webhook_delivery" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "target_id" uuid NOT NULL,
     "event_id" uuid NOT NULL,
     "state" text NOT NULL,
     "manual" boolean NOT NULL DEFAULT false,
     "attempts" integer NOT NULL DEFAULT 0,
     "next_attempt_at" timestamptz NOT NULL,
     "lease_owner" integer,
     "started_at" timestamptz,
     "status" integer,
     "error" text,
     "error_code" jsonb,
     "created_at" timestamptz NOT NULL,
     "finished_at" timestamptz,
     CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "webhook_delivery_once" UNIQUE ("tenant_id", "event_id", "target_id"),
     CONSTRAINT "webhook_delivery_state" CHECK ("state" IN ('waiting', 'sending', 'delivered', 'failed')),
     ${OF_TENANT('webhook_delivery')},
     CONSTRAINT "webhook_delivery_target_fkey" FOREIGN KEY ("tenant_id", "target_id") REFERENCES "webhook_target" ("tenant_id", "id") ON DELETE CASCADE,
     CONSTRAINT "webhook_delivery_event_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "webhook_event" ("tenant_id", "id") ON DELETE CASCADE)`,
  `CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" ("tenant_id", "target_id", "next_attempt_at") WHERE "state" = 'waiting'`,
  `CREATE INDEX "webhook_delivery_sending" ON "webhook_delivery" ("tenant_id", "target_id", "started_at") WHERE "state" = 'sending'`,
  `CREATE INDEX "webhook_delivery_newest" ON "webhook_delivery" ("tenant_id", "target_id", "created_at", "id")`,
  `CREATE INDEX "webhook_delivery_state_newest" ON "webhook_delivery" ("tenant_id", "target_id", "state", "created_at", "id")`,
  `CREATE TABLE "webhook_attempt" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "delivery_id" uuid NOT NULL,
     "at" timestamptz NOT NULL,
     "status" integer,
     "milliseconds" integer NOT NULL,
     "request_headers" jsonb NOT NULL,
     "response" text NOT NULL,
     "error" text,
     "error_code" jsonb,
     CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("tenant_id", "id"),
     ${OF_TENANT('webhook_attempt')},
     CONSTRAINT "webhook_attempt_delivery_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "webhook_delivery" ("tenant_id", "id") ON DELETE CASCADE)`,
  `CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" ("tenant_id", "delivery_id", "at", "id")`,
  `CREATE FUNCTION "webhook_note" (uuid, text, jsonb) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO webhook_event (tenant_id, id, type, data, created_at)
     SELECT $1, gen_random_uuid(), $2, $3, date_trunc('milliseconds', now())
     WHERE EXISTS (SELECT FROM webhook_target t WHERE t.tenant_id = $1 AND t.off_reason IS NULL AND $2 = ANY(t.events));
     IF FOUND THEN PERFORM pg_notify('${JOBS}', ''); END IF;
   END $$`,
  ...TRIGGERS.flatMap(({ name, table, when, body, ...rest }) => [
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       ${body}
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER "${name}" ${when} ON "${table}" FOR EACH ROW
       ${'condition' in rest ? `WHEN (${rest.condition})` : ''} EXECUTE FUNCTION "${name}"()`,
  ]),
];

const DOWN = [
  ...TRIGGERS.flatMap(({ name, table }) => [
    `DROP TRIGGER "${name}" ON "${table}"`,
    `DROP FUNCTION "${name}"()`,
  ]),
  'DROP FUNCTION "webhook_note" (uuid, text, jsonb)',
  ...['attempt', 'delivery', 'event', 'target', 'counter'].map((table) => `DROP TABLE "webhook_${table}"`),
];
