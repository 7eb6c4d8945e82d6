import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The inbox: where a message lies, whether it was read, and an index behind every order, filter and search of its list.
 * A delivered notification changes nothing that is indexed, so that it stays one small write (a HOT update).
 */
export class SortContacts1790200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/**
 * What PostgreSQL's parser would keep in a word or make something of its own of: addresses, paths, tags, and, where the
 * locale knows only ASCII, the punctuation of other scripts. Few, because each is looked for at every character.
 */
const SEPARATORS = '@.-/_:+<&%\u00a0«»„“”‘’…¿¡、。，！？';
/** All that must not stand in a query. */
const PUNCTUATION = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~\t\n\r`;
const spaces = (text: string): string => `repeat(' ', ${[...text].length})`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const UP = [
  `ALTER TABLE "contact_submission"
     ADD "folder" text NOT NULL DEFAULT 'inbox',
     ADD "read_at" timestamptz,
     ADD "archived_at" timestamptz,
     ADD "trashed_at" timestamptz,
     ADD "act_id" uuid,
     ADD "undelivered" text`,
  // Words are beginnings to be found, so no dictionary; and no other separators than these, whatever the locale says.
  `CREATE FUNCTION "contact_text" (text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN translate(lower($1), ${quoted(SEPARATORS)}, ${spaces(SEPARATORS)})`,
  // The tenant is one of the words: a search reads no other tenant's messages.
  `CREATE FUNCTION "contact_words" (uuid, text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN to_tsvector('pg_catalog.simple'::regconfig, 't' || replace($1::text, '-', '') || ' ' || "contact_text"($2))`,
  `CREATE FUNCTION "contact_query" (uuid, text, integer) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN ('t' || replace($1::text, '-', '') || (
       SELECT string_agg(' & ''' || left(word, 200) || ''':*', '')
         FROM (SELECT word FROM unnest(string_to_array(
           translate("contact_text"($2), ${quoted(PUNCTUATION)}, ${spaces(PUNCTUATION)}), ' ')) AS word
          WHERE word <> '' LIMIT $3) AS words
     ))::tsquery`,
  // Beside the status, so that an email that waits and leaves changes no index.
  `CREATE FUNCTION "note_undelivered"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.undelivered := CASE WHEN NEW.status IN ('failed', 'stored') THEN NEW.status END;
     RETURN NEW;
   END $$`,
  `UPDATE "contact_submission" SET "undelivered" = 'failed' WHERE "status" = 'failed'`,
  `CREATE TRIGGER "contact_submission_undelivered" BEFORE INSERT OR UPDATE OF status ON "contact_submission"
     FOR EACH ROW EXECUTE FUNCTION "note_undelivered"()`,
  `CREATE INDEX "contact_submission_folder" ON "contact_submission" ("tenant_id", "folder", "received_at", "id")`,
  `CREATE INDEX "contact_submission_unread" ON "contact_submission" ("tenant_id", "folder", "received_at", "id")
     WHERE (read_at IS NULL)`,
  `CREATE INDEX "contact_submission_undelivered" ON "contact_submission" ("tenant_id", "undelivered", "received_at", "id")
     WHERE (undelivered IS NOT NULL)`,
  `CREATE INDEX "contact_submission_act" ON "contact_submission" ("tenant_id", "act_id") WHERE (act_id IS NOT NULL)`,
  `CREATE INDEX "contact_submission_name" ON "contact_submission" ("tenant_id", (left(lower("name"), 60)) COLLATE "C", "id")`,
  `CREATE INDEX "contact_submission_email" ON "contact_submission" ("tenant_id", (lower("email")) COLLATE "C", "id")`,
  `CREATE INDEX "contact_submission_words" ON "contact_submission" USING gin (
     "contact_words"("tenant_id", "name" || ' ' || "email" || ' ' || "receipt_code" || ' ' || "message"))`,
  // Whether a filter finds much depends on the tenant; the planner has to know.
  `CREATE STATISTICS "contact_submission_places" (mcv) ON "tenant_id", "folder", "undelivered" FROM "contact_submission"`,
  `CREATE INDEX "contact_attempt_status" ON "contact_attempt" ("tenant_id", "status", "at", "id")`,
  `CREATE INDEX "contact_attempt_address" ON "contact_attempt" ("tenant_id", "client_address", "at", "id")`,
  `CREATE INDEX "contact_attempt_error" ON "contact_attempt" ("tenant_id", "error", "at", "id")
     WHERE (error IS NOT NULL)`,
];

const DOWN = [
  `DROP INDEX "contact_attempt_error"`,
  `DROP INDEX "contact_attempt_address"`,
  `DROP INDEX "contact_attempt_status"`,
  `DROP STATISTICS "contact_submission_places"`,
  `DROP INDEX "contact_submission_words"`,
  `DROP INDEX "contact_submission_email"`,
  `DROP INDEX "contact_submission_name"`,
  `DROP INDEX "contact_submission_act"`,
  `DROP INDEX "contact_submission_undelivered"`,
  `DROP INDEX "contact_submission_unread"`,
  `DROP INDEX "contact_submission_folder"`,
  `DROP TRIGGER "contact_submission_undelivered" ON "contact_submission"`,
  `DROP FUNCTION "note_undelivered"()`,
  `DROP FUNCTION "contact_query"(uuid, text, integer)`,
  `DROP FUNCTION "contact_words"(uuid, text)`,
  `DROP FUNCTION "contact_text"(text)`,
  `ALTER TABLE "contact_submission" DROP "undelivered", DROP "act_id", DROP "trashed_at", DROP "archived_at",
     DROP "read_at", DROP "folder"`,
];
