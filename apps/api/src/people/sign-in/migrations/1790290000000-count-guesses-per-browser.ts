import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountGuessesPerBrowser1790290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "known_device" ADD "failures" integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "known_device" DROP "failures"');
  }
}
