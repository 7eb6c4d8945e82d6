import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of users: every order and filter it has stands on an index, and who created an account is known. */
export class SortAccounts1790120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" ADD "name_key" text COLLATE "C", ADD "created_by" uuid`);
    await fillNameKeys(runner);
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE "account" ALTER "name_key" SET NOT NULL`,
  `DROP INDEX "account_tenant_name"`,
  `CREATE INDEX "account_tenant_name" ON "account" ("tenant_id", "name_key", "id")`,
  `CREATE INDEX "account_tenant_sign_in" ON "account" ("tenant_id", "last_sign_in_at", "id")`,
  `CREATE INDEX "account_tenant_status" ON "account" ("tenant_id", "status", "created_at", "id")`,
  `CREATE INDEX "account_tenant_confirmed" ON "account" ("tenant_id", "email_confirmed_at")`,
];
const DOWN = [
  `DROP INDEX "account_tenant_confirmed"`,
  `DROP INDEX "account_tenant_status"`,
  `DROP INDEX "account_tenant_sign_in"`,
  `DROP INDEX "account_tenant_name"`,
  `CREATE INDEX "account_tenant_name" ON "account" ("tenant_id", "display_name", "id")`,
  `ALTER TABLE "account" DROP "created_by", DROP "name_key"`,
];

const BATCH = 1_000;
const nameKeyOf = (displayName: string): string => displayName.normalize('NFC').toLowerCase();

/** In lower case as this program sees it: what the database takes for that depends on its locale. */
async function fillNameKeys(runner: QueryRunner): Promise<void> {
  for (;;) {
    const rows: readonly { id: string; display_name: string }[] = await runner.query(
      `SELECT id, display_name FROM account WHERE name_key IS NULL LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return;
    await runner.query(
      `UPDATE account SET name_key = made.name_key
         FROM unnest($1::uuid[], $2::text[]) AS made (id, name_key) WHERE account.id = made.id`,
      [rows.map(({ id }) => id), rows.map((row) => nameKeyOf(row.display_name))],
    );
  }
}
