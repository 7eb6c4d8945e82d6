import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments on articles. Where their words are is worked out from the draft when they are read, so saving never waits for them. */
export class CreateComments1790411000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "comment"');
    await runner.query('DROP TABLE "comment_thread"');
  }
}

const UP = [
  `CREATE TABLE "comment_thread" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "number" integer NOT NULL,
     "version" integer NOT NULL,
     "field" text,
     "anchor" jsonb,
     "author_id" uuid,
     "replies" integer NOT NULL DEFAULT 0,
     "resolved_by" uuid,
     "resolved_at" timestamptz,
     CONSTRAINT "comment_thread_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "comment_thread_about" CHECK (("field" IS NULL) <> ("anchor" IS NULL)),
     CONSTRAINT "comment_thread_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "comment_thread_of_article" ON "comment_thread" ("tenant_id", "number", "id" DESC)`,
  `CREATE INDEX "comment_thread_open" ON "comment_thread" ("tenant_id", "number", "id" DESC) WHERE "resolved_at" IS NULL`,
  `CREATE TABLE "comment" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "thread_id" uuid NOT NULL,
     "author_id" uuid,
     "body" text NOT NULL,
     "mentions" uuid array NOT NULL,
     "at" timestamptz NOT NULL,
     "edited_at" timestamptz,
     CONSTRAINT "comment_pkey" PRIMARY KEY ("tenant_id", "thread_id", "id"),
     CONSTRAINT "comment_body" CHECK (char_length("body") BETWEEN 1 AND 4000),
     CONSTRAINT "comment_thread_id_fkey" FOREIGN KEY ("tenant_id", "thread_id") REFERENCES "comment_thread" ("tenant_id", "id") ON DELETE CASCADE)`,
];
