import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts of failures get their code beside them, so that they can be shown in the reader's language. */
export class AddFailureCodes1790260000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS)
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${column}" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS)
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
  }
}

const COLUMNS = [
  ['job', 'last_error_code'],
  ['job_hold', 'detail_code'],
  ['delivery_attempt', 'detail_code'],
  ['contact_submission', 'error_code'],
] as const;
