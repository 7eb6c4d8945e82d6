import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Redirects that people make, beside those of articles that moved; the list of both is read in the order of their addresses. */
export class ForwardAddresses1790422000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  // "forward_path" is the URL's path where that is one of the site: nothing leads to what is forwarded itself.
  `CREATE TABLE "redirect_rule" (
     "tenant_id" uuid NOT NULL,
     "path" text COLLATE "C" NOT NULL,
     "id" uuid NOT NULL,
     "with_below" boolean NOT NULL,
     "code" smallint NOT NULL,
     "forward_number" integer,
     "forward_url" text,
     "forward_path" text COLLATE "C",
     "note" text,
     "version" integer NOT NULL DEFAULT 1,
     "changed_at" timestamptz NOT NULL,
     CONSTRAINT "redirect_rule_pkey" PRIMARY KEY ("tenant_id", "path"),
     CONSTRAINT "redirect_rule_id" UNIQUE ("id"),
     CONSTRAINT "redirect_rule_code" CHECK ("code" IN (301, 302, 308, 410)
       AND ("code" = 410) = ("forward_number" IS NULL AND "forward_url" IS NULL) AND ("forward_number" IS NULL OR "forward_url" IS NULL)),
     CONSTRAINT "redirect_rule_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE)`,
  `CREATE INDEX "redirect_rule_target" ON "redirect_rule" ("tenant_id", "forward_path") WHERE "forward_path" IS NOT NULL`,
  `ALTER TABLE "live_page" ADD "forward_path" text COLLATE "C"`,
  `UPDATE "live_page" SET "forward_path" = split_part(split_part("forward_url", '#', 1), '?', 1) WHERE "forward_url" LIKE '/%'`,
  `CREATE INDEX "live_page_target" ON "live_page" ("tenant_id", "forward_path") WHERE "forward_path" IS NOT NULL`,
  `CREATE INDEX "live_page_redirect" ON "live_page" ("tenant_id", ("path" COLLATE "C")) WHERE "kind" = 'redirect'`,
];

const DOWN = [
  'DROP INDEX "live_page_redirect"',
  'ALTER TABLE "live_page" DROP "forward_path"', // and with it the index
  'DROP TABLE "redirect_rule"',
];
