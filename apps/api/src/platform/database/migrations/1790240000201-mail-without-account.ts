import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A former recipient of notifications gets an email, and need not have an account. */
export class MailWithoutAccount1790240000201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account_mail" ALTER COLUMN "account_id" DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM "outbox_message" WHERE id IN (SELECT id FROM "account_mail" WHERE "account_id" IS NULL)`,
    );
    await runner.query(`ALTER TABLE "account_mail" ALTER COLUMN "account_id" SET NOT NULL`);
  }
}
