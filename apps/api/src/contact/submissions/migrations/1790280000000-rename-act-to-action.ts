import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only names change, so it takes no time however many messages there are. */
export class RenameActToAction1790280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, ['act_id', 'action_id'], ['contact_submission_act', 'contact_submission_action']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rename(runner, ['action_id', 'act_id'], ['contact_submission_action', 'contact_submission_act']);
  }
}

type FromTo = readonly [string, string];

async function rename(runner: QueryRunner, column: FromTo, index: FromTo): Promise<void> {
  await runner.query(`ALTER TABLE "contact_submission" RENAME "${column[0]}" TO "${column[1]}"`);
  await runner.query(`ALTER INDEX "${index[0]}" RENAME TO "${index[1]}"`);
}
