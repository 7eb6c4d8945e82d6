import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A message that is deleted takes the visitor's addresses in the log of attempts along. And an action on very many messages is
 * taken back in the order of their ids, batch by batch.
 */
export class ForgetDeletedContacts1790240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const deleteWith = (
  more: string,
): string => `CREATE OR REPLACE FUNCTION "delete_notification"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     DELETE FROM outbox_message o USING gone WHERE o.id = gone.id;${more}
     RETURN NULL;
   END $$`;

const UP = [
  // That there was an attempt, and when, stays: every one has its row.
  deleteWith(`
     UPDATE contact_attempt a SET email = NULL, client_address = '' FROM gone
      WHERE a.submission_id = gone.id AND a.tenant_id = gone.tenant_id;`),
  `UPDATE "contact_attempt" a SET "email" = NULL, "client_address" = ''
    WHERE a."submission_id" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "contact_submission" s WHERE s."id" = a."submission_id")`,
  `DROP INDEX "contact_submission_act"`,
  `CREATE INDEX "contact_submission_act" ON "contact_submission" ("tenant_id", "act_id", "id") WHERE (act_id IS NOT NULL)`,
];

const DOWN = [
  `DROP INDEX "contact_submission_act"`,
  `CREATE INDEX "contact_submission_act" ON "contact_submission" ("tenant_id", "act_id") WHERE (act_id IS NOT NULL)`,
  deleteWith(''),
];
