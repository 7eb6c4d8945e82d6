import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first administrator is asked about the site; what was answered is kept, so that nothing is asked twice. */
export class AddSetupSteps1790240000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "setup_state" ADD "steps" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "setup_state" DROP COLUMN "steps"`);
  }
}
