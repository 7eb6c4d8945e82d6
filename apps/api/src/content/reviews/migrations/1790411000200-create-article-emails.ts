import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Emails about reviews and comments. They say what is there when they leave; an email of a deleted article leaves no more. */
export class CreateArticleEmails1790411000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "job" WHERE "kind" = 'article-email'`);
    await runner.query('DROP TABLE "article_email"');
  }
}

const UP = [
  `CREATE TABLE "article_email" (
     "id" uuid NOT NULL,
     "tenant_id" uuid NOT NULL,
     "number" integer NOT NULL,
     "kind" text NOT NULL,
     "account_id" uuid NOT NULL,
     "sender_id" uuid,
     "words" text,
     "at" timestamptz NOT NULL,
     CONSTRAINT "article_email_pkey" PRIMARY KEY ("id"),
     CONSTRAINT "article_email_kind" CHECK ("kind" IN ('submitted', 'approved', 'changes-requested', 'mentioned')),
     CONSTRAINT "article_email_id_fkey" FOREIGN KEY ("id") REFERENCES "job" ("id") ON DELETE CASCADE,
     CONSTRAINT "article_email_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
  `CREATE INDEX "article_email_of_article" ON "article_email" ("tenant_id", "number")`,
  `CREATE INDEX "article_email_of_account" ON "article_email" ("tenant_id", "account_id", "at" DESC)`,
];
