import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepSentEnvelopes1790300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "delivery_attempt" ADD "envelope" jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "delivery_attempt" DROP "envelope"');
  }
}
