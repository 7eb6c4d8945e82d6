import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the translations of copies of articles are. The texts themselves are in the drafts only. */
export class CreateAiTranslations1793200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "ai_translation" (
         "tenant_id" uuid NOT NULL,
         "number" integer NOT NULL,
         "source" integer NOT NULL,
         "language" text NOT NULL,
         "total" integer NOT NULL,
         "pending" text[] NOT NULL,
         "kept" jsonb NOT NULL,
         CONSTRAINT "ai_translation_pkey" PRIMARY KEY ("tenant_id", "number"),
         CONSTRAINT "ai_translation_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id") ON DELETE CASCADE,
         CONSTRAINT "ai_translation_number_fkey" FOREIGN KEY ("tenant_id", "number") REFERENCES "article" ("tenant_id", "number") ON DELETE CASCADE)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "ai_translation"');
  }
}
