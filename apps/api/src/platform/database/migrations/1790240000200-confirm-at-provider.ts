import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Before a sensitive action people can prove at their provider who that is. */
export class ConfirmAtProvider1790240000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "external_sign_in" ADD "confirm_session_id" uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "external_sign_in" WHERE "confirm_session_id" IS NOT NULL`);
    await runner.query(`ALTER TABLE "external_sign_in" DROP COLUMN "confirm_session_id"`);
  }
}
