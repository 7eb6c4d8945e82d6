import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search functions of the inbox serve articles as well, and are called for what they do. Indexes keep up by themselves. */
export class NameSearchFunctions1790413100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [before, after, types] of NAMES)
      await runner.query(`ALTER FUNCTION "${before}" (${types}) RENAME TO "${after}"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [before, after, types] of NAMES)
      await runner.query(`ALTER FUNCTION "${after}" (${types}) RENAME TO "${before}"`);
  }
}

const NAMES = [
  ['contact_text', 'search_text', 'text'],
  ['contact_words', 'search_words', 'uuid, text'],
  ['contact_query', 'search_query', 'uuid, text, integer'],
] as const;
