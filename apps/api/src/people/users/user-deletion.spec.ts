import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PERMISSIONS } from '@sitedesk/contract/permissions';
import { DataSource, type EntityManager } from 'typeorm';
import { type CallerContext, systemContext } from '../../platform/http/request-context.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { createTestApp } from '../../testing/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { BulkUsersService } from './bulk-users.service.js';
import { ContentInheritanceService, type InheritedContent } from './content-inheritance.service.js';
import { InheritorNeeded, UserDeletionService } from './user-deletion.service.js';

/** Notes, as a feature would register its own. */
const notes: InheritedContent = {
  kind: 'notes',
  count: async (manager, tenantId, accountIds) => {
    const [row]: readonly { count: number }[] = await manager.query(
      'SELECT count(*)::integer AS count FROM note WHERE tenant_id = $1 AND owner = ANY ($2::uuid[])',
      [tenantId, accountIds],
    );
    return row?.count ?? 0;
  },
  handOver: async (manager: EntityManager, tenantId, { from, to }) => {
    await manager.query('UPDATE note SET owner = $3 WHERE tenant_id = $1 AND owner = $2', [
      tenantId,
      from,
      to,
    ]);
  },
};

describe('who inherits what a deleted user owned', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let tenantId: string;
  let context: CallerContext;
  let owner: string;
  let heir: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await createTestApp(database.url);
    await app.init();
    tenantId = (await app.get(TenantsService, { strict: false }).resolve(''))?.id ?? '';
    await database.query(
      `CREATE TABLE note (tenant_id uuid NOT NULL, owner uuid NOT NULL
         CONSTRAINT note_owner REFERENCES account (id))`,
    );
    app.get(ContentInheritanceService, { strict: false }).register(notes);
    const administrator = await newAccount('boss', ['Administrator']);
    const principal = { kind: 'token', tokenId: '', tenantId, accountId: administrator } as const;
    context = {
      ...systemContext(tenantId, 'test'),
      caller: {
        ...principal,
        displayName: '',
        email: '',
        roles: [],
        groupsDue: false,
        permissions: new Set(PERMISSIONS),
      },
    };
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  beforeEach(async () => {
    owner = await newAccount('owner', []);
    heir = await newAccount('heir', []);
    await database.query('DELETE FROM note');
    await database.query('INSERT INTO note (tenant_id, owner) VALUES ($1, $2), ($1, $2)', [tenantId, owner]);
  });

  let made = 0;
  async function newAccount(displayName: string, roleKeys: readonly string[]): Promise<string> {
    const { manager } = app.get(DataSource);
    const account = await app.get(AccountsService, { strict: false }).create(manager, tenantId, {
      email: `${displayName}-${(made += 1)}@site.test`,
      displayName,
      roleKeys,
      status: 'active',
      passwordHash: null,
      emailConfirmed: true,
    });
    return account.id;
  }

  const owners = async (): Promise<readonly unknown[]> =>
    (await database.query('SELECT owner FROM note')).map((note) => note['owner']);
  const exists = async (id: string): Promise<boolean> =>
    (await database.query('SELECT 1 FROM account WHERE id = $1', [id])).length === 1;

  it('is asked for before anyone who owns something is deleted', async () => {
    const deletion = app.get(UserDeletionService, { strict: false }).delete(context, owner, undefined);
    const refusal: unknown = await deletion.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InheritorNeeded);
    expect(refusal).toMatchObject({ members: { content: [{ kind: 'notes', count: 2 }] } });
    expect(await exists(owner)).toBe(true);
    expect(await owners()).toEqual([owner, owner]);
  });

  it('gets it in the same transaction', async () => {
    await app.get(UserDeletionService, { strict: false }).delete(context, owner, heir);
    expect(await exists(owner)).toBe(false);
    expect(await owners()).toEqual([heir, heir]);
  });

  it('is not needed for who owns nothing', async () => {
    await app.get(UserDeletionService, { strict: false }).delete(context, heir, undefined);
    expect(await exists(heir)).toBe(false);
  });

  it('is told in the preview of a bulk deletion, which refuses the owner alone (UX-24)', async () => {
    const input = { action: 'delete', ids: [owner, heir] } as const;
    const preview = await app.get(BulkUsersService, { strict: false }).preview(context, input);
    expect(preview).toMatchObject({ done: 2, content: [{ kind: 'notes', count: 2 }] });
    const { results } = await app.get(BulkUsersService, { strict: false }).run(context, input);
    expect(results.map(({ status }) => status)).toEqual(['refused', 'done']);
  });
});
