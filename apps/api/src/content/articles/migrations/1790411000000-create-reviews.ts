import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions for review with the verdicts on them, and who has changed a draft when. */
export class CreateReviews1790411000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE "article_review" (
     "tenant_id" uuid NOT NULL,
     "id" uuid NOT NULL,
     "number" integer NOT NULL,
     "version" integer NOT NULL,
     "hash" text NOT NULL,
     "state" text NOT NULL,
     "note" text,
     "asked_by" uuid,
     "asked_at" timestamptz NOT NULL,
     "decided_by" uuid,
     "decided_at" timestamptz,
     "comment" text,
     "ended" text,
     "ended_at" timestamptz,
     CONSTRAINT "article_review_pkey" PRIMARY KEY ("tenant_id", "id"),
     CONSTRAINT "article_review_state" CHECK (CASE "state" WHEN 'in-review' THEN "decided_at" IS NULL
       WHEN 'approved' THEN "decided_at" IS NOT NULL WHEN 'changes-requested' THEN "decided_at" IS NOT NULL AND "comment" IS NOT NULL ELSE false END),
     CONSTRAINT "article_review_ended" CHECK (("ended" IS NULL) = ("ended_at" IS NULL)),
     CONSTRAINT "article_review_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE UNIQUE INDEX "article_review_open" ON "article_review" ("tenant_id", "number") WHERE "ended_at" IS NULL`,
  `CREATE INDEX "article_review_of_article" ON "article_review" ("tenant_id", "number", "asked_at" DESC, "id" DESC)`,
  `CREATE TABLE "article_reviewer" (
     "tenant_id" uuid NOT NULL,
     "review_id" uuid NOT NULL,
     "kind" text NOT NULL,
     "subject" text NOT NULL,
     CONSTRAINT "article_reviewer_pkey" PRIMARY KEY ("tenant_id", "review_id", "kind", "subject"),
     CONSTRAINT "article_reviewer_kind" CHECK ("kind" IN ('account', 'role')),
     CONSTRAINT "article_reviewer_review_id_fkey" FOREIGN KEY ("tenant_id", "review_id") REFERENCES "article_review" ("tenant_id", "id") ON DELETE CASCADE)`,
  // State of the open review, for lists and for the status.
  `ALTER TABLE "article" ADD COLUMN "review" text`,
  `CREATE INDEX "article_in_review" ON "article" ("tenant_id", "updated_at" DESC, "number" DESC) WHERE "review" IS NOT NULL`,
  // Who has changed the draft, with the moment of their last change.
  `ALTER TABLE "article_draft" ADD COLUMN "editors" jsonb NOT NULL DEFAULT '{}'`,
  `UPDATE "article_draft" d SET "editors" = coalesce((
     SELECT jsonb_object_agg(e."id", e."at") FROM (
       SELECT v."author_id" AS "id", max(v."at") AS "at" FROM "article_version" v
       WHERE v."tenant_id" = d."tenant_id" AND v."number" = d."number" AND v."author_id" IS NOT NULL AND v."kind" <> 'published'
       GROUP BY v."author_id") e), '{}')
     || CASE WHEN d."editor_id" IS NULL THEN '{}' ELSE jsonb_build_object(d."editor_id", d."saved_at") END`,
];

const DOWN = [
  `UPDATE "article" SET "status" = 'draft' WHERE "review" IS NOT NULL AND "trashed_at" IS NULL`,
  `ALTER TABLE "article_draft" DROP COLUMN "editors"`,
  `ALTER TABLE "article" DROP COLUMN "review"`,
  'DROP TABLE "article_reviewer"',
  'DROP TABLE "article_review"',
  `UPDATE "role" SET "permissions" = array_remove("permissions", 'pages.review')`,
];
