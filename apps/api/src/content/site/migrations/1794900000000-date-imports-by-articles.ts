import type { MigrationInterface, QueryRunner } from 'typeorm';
import { noteSiteChange, VISIBLE } from './1794000000000-date-changes.js';

/** The entry of an import is written before its first document, and what it then changes for visitors has entries of its own. */
export class DateImportsByArticles1794900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(noteSiteChange(VISIBLE.filter((action) => !action.startsWith('import.'))));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteSiteChange(VISIBLE));
  }
}
