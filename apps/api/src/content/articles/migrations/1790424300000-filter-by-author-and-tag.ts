import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of articles, narrowed to an author or a tag of the draft. As arrays, the database knows how frequent each is. */
export class FilterByAuthorAndTag1790424300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE FUNCTION "json_texts" (jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN ARRAY(SELECT pg_catalog.jsonb_array_elements_text($1))`,
  `ALTER TABLE "article_draft"
     ADD COLUMN "tags" text[] NOT NULL GENERATED ALWAYS AS ("json_texts"("fields"->'tags')) STORED,
     ADD COLUMN "author_ids" text[] NOT NULL GENERATED ALWAYS AS ("json_texts"("fields"->'authors')) STORED`,
  `CREATE INDEX "article_draft_tags" ON "article_draft" USING gin ("tags")`,
  `CREATE INDEX "article_draft_author_ids" ON "article_draft" USING gin ("author_ids")`,
];

const DOWN = [
  'ALTER TABLE "article_draft" DROP COLUMN "tags", DROP COLUMN "author_ids"',
  'DROP FUNCTION "json_texts" (jsonb)',
];
