import { DEPLOYMENTS_PATH } from '@sitedesk/contract/deployments';
import { DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';
import { EMPTY_DOCUMENT } from '@sitedesk/contract/documents';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { Permission } from '@sitedesk/contract/permissions';
import { DataSource } from 'typeorm';
import { systemContext } from '../platform/http/request-context.js';
import { AuditLogService } from '../platform/audit/audit-log.service.js';
import { newId, newReceiptCode } from '../platform/core/id.js';
import { ContactSubmission } from '../contact/submissions/contact-submission.entity.js';
import { ExternalIdentity } from '../people/external-sign-in/external-identity.entity.js';
import { Passkey } from '../people/passkeys/passkey.entity.js';
import { SessionsService } from '../people/sessions/sessions.service.js';
import { PersonalDataService } from '../platform/keys/personal-data.service.js';
import { newSecret } from '../delivery/webhooks/webhook-secret.js';
import { Role } from '../people/roles/role.entity.js';
import { SettingEditorService } from '../platform/settings/setting-editor.service.js';
import { DEFAULT_SOURCE } from '../content/layouts/themes/default-theme.js';
import { newFields } from '../content/articles/article-fields.js';
import { addAccount, type MirrorSite, type TwoSites } from './two-sites.js';
import type { Body } from './valid-body.js';
import {
  inAYear,
  makeApplication,
  makeArticle,
  makeBlog,
  makeComment,
  makeDeployment,
  makeFile,
  makeFileVersion,
  makeImport,
  makeImportKey,
  makeLayoutVersion,
  makePlan,
  makeTemplateVersion,
  makeThread,
  makeTranslation,
  makeUpload,
  makeVersion,
} from './mirror-content.js';
import { create, createWhole, missing, type MakeThing, type Place } from './mirror-place.js';

const WEBHOOK = { name: 'Hook', events: ['deployment.live'], body: 'thin', enabled: true } as const;

/**
 * How to make what each id parameter names: the path of the parameter, and a maker. What belongs to a person belongs to
 * the administrator. A route whose parameter is not here fails the tenant-mirror test.
 */
export const MIRROR_FIXTURES: Readonly<Record<string, MakeThing>> = {
  [`${EDITOR_PATH}/users/:id`]: makeUser,
  [`${EDITOR_PATH}/users/:userId`]: makeUser,
  [`${EDITOR_PATH}/users/:userId/tokens/:id`]: async ({ sites, site, ids }) => {
    const id = await makeToken({ sites, site, ids });
    const owner = { tenantId: site.tenantId, id };
    await sites.running.app.get(DataSource).manager.update('ApiToken', owner, { accountId: ids['userId'] });
    return id;
  },
  [`${EDITOR_PATH}/users/:id/sessions/:sessionId`]: ({ sites, site, ids }) =>
    makeSession(sites, site, ids['id'] ?? ''),
  [`${EDITOR_PATH}/roles/:id`]: makeRole,
  [`${EDITOR_PATH}/account/sessions/:id`]: ({ sites, site }) =>
    makeSession(sites, site, site.people.Administrator.accountId),
  [`${EDITOR_PATH}/account/tokens/:id`]: makeToken,
  [`${EDITOR_PATH}/account/passkeys/:id`]: makePasskey,
  [`${EDITOR_PATH}/account/external-identities/:id`]: makeExternalIdentity,
  [`${EDITOR_PATH}/identity-providers/:id`]: makeProvider,
  [`${EDITOR_PATH}/external/:id`]: makeProvider,
  [`${EDITOR_PATH}/authors/:id`]: (place) => create(place, '/authors', { name: `Author ${newId()}` }),
  [`${EDITOR_PATH}/articles/:number`]: makeArticle,
  [`${EDITOR_PATH}/articles/:number/versions/:version`]: makeVersion,
  [`${EDITOR_PATH}/articles/:number/plans/:id`]: makePlan,
  [`${EDITOR_PATH}/ai/translations/:number`]: makeTranslation,
  // Its token, which says whose it is.
  [`${EDITOR_PATH}/calendar-feeds/:token`]: async (place) =>
    String((await createWhole(place, '/account/calendar-feed', {}))['path'])
      .split('/')
      .at(-2) ?? '',
  [`${EDITOR_PATH}/releases/:id`]: (place) =>
    create(place, '/releases', { title: `Release ${newId()}`, at: inAYear() }),
  [`${EDITOR_PATH}/articles/:number/preview-links/:id`]: (place) =>
    create(place, `/articles/${place.ids['number']}/preview-links`, {}),
  [`${EDITOR_PATH}/layouts/:id`]: (place) => create(place, '/layouts', { name: `Layout ${newId()}` }),
  [`${EDITOR_PATH}/layouts/:id/versions/:version`]: makeLayoutVersion,
  [`${EDITOR_PATH}/templates/:id`]: (place) =>
    create(place, '/templates', { type: 0, name: `Template ${newId()}` }),
  [`${EDITOR_PATH}/templates/:id/versions/:version`]: makeTemplateVersion,
  [`${EDITOR_PATH}/import/runs/:id`]: makeImport,
  [`${EDITOR_PATH}/import/keys/:id`]: makeImportKey,
  [`${EDITOR_PATH}/redirects/:id`]: (place) =>
    create(place, '/redirects', { path: `/${newId()}`, code: 410 }),
  [`${EDITOR_PATH}/spa/:number`]: makeApplication,
  [`${EDITOR_PATH}/spa/:number/deployments/:deployment`]: makeDeployment,
  [`${EDITOR_PATH}/spa/:number/keys/:id`]: (place) =>
    create(place, `/spa/${place.ids['number']}/keys`, { name: `Key ${newId()}` }),
  // The key of an application opens these, and says whose they are.
  [`${DEPLOYMENTS_PATH}/:deployment`]: async () => '1',
  [`${DEPLOYMENTS_PATH}/:deployment/blobs/:hash`]: async () => '0'.repeat(64),
  // Names that sources give, of which each site has its own: docs-import.spec.ts says so.
  [`${DOCS_IMPORT_PATH}/items/:sourceKey`]: async () => 'guide.md',
  [`${EDITOR_PATH}/files/:id`]: makeFile,
  [`${EDITOR_PATH}/files/:id/versions/:version`]: makeFileVersion,
  [`${EDITOR_PATH}/folders/:id`]: (place) => create(place, '/folders', { name: newId() }),
  [`${EDITOR_PATH}/uploads/:id`]: (place) => makeUpload(place, 4),
  [`${EDITOR_PATH}/articles/:number/threads/:thread`]: makeThread,
  [`${EDITOR_PATH}/articles/:number/threads/:thread/comments/:comment`]: makeComment,
  [`${EDITOR_PATH}/blogs/:blogKey`]: makeBlog,
  [`${EDITOR_PATH}/cdn/purges/:id`]: makePurge,
  [`${EDITOR_PATH}/webhooks/:id`]: makeWebhook,
  [`${EDITOR_PATH}/webhooks/:id/deliveries/:delivery`]: makeWebhookDelivery,
  [`${EDITOR_PATH}/views/:id`]: (place) =>
    create(place, '/views', { list: 'articles', name: `View ${newId()}`, query: '', shared: true }),
  [`${EDITOR_PATH}/audit/:id`]: makeAuditEntry,
  [`${EDITOR_PATH}/settings/history/:id`]: makeSettingChange,
  [`${EDITOR_PATH}/outbox/:id`]: makeWaitingEmail,
  [`${EDITOR_PATH}/contact-form/tests/:id`]: makeTestSubmission,
  [`${EDITOR_PATH}/contacts/:id`]: makeContact,
};

/**
 * Members of bodies that rules cannot say: `METHOD path`, and what the test has to send beside what it finds by trying.
 * Only for routes where the mirror test's own control (the site's own thing) says that the body is refused.
 */
export const BODY_MEMBERS: Readonly<Record<string, (place: Place) => Body>> = {
  [`PUT ${EDITOR_PATH}/users/:id/roles`]: () => ({ roles: ['Editor'] }),
  [`PUT ${EDITOR_PATH}/articles/:number/draft`]: () => ({
    fields: newFields('Changed', newId()),
    document: EMPTY_DOCUMENT,
  }),
  [`POST ${EDITOR_PATH}/articles/bulk`]: () => ({ action: 'set-owner', numbers: [1] }),
  [`POST ${EDITOR_PATH}/articles/:number/plans`]: () => ({ action: 'publish', version: 1, at: inAYear() }),
  [`PUT ${EDITOR_PATH}/articles/:number/access`]: () => ({ owner: null, restricted: false, grants: [] }),
  [`POST ${EDITOR_PATH}/releases`]: () => ({ title: 'Spring', at: inAYear() }),
  [`PUT ${EDITOR_PATH}/articles/:number/blog`]: () => ({ postsPerPage: 10 }),
  [`POST ${EDITOR_PATH}/articles/:number/blog/rename`]: () => ({ from: 'before', blogKey: 'after' }),
  [`POST ${EDITOR_PATH}/layouts`]: () => ({ name: 'Wide' }),
  [`POST ${EDITOR_PATH}/layouts/check`]: () => ({ source: DEFAULT_SOURCE }),
  [`PUT ${EDITOR_PATH}/layouts/:id`]: () => ({ name: 'Wide', source: DEFAULT_SOURCE }),
  [`POST ${EDITOR_PATH}/templates`]: () => ({ type: 0, name: 'Wide' }),
  [`PUT ${EDITOR_PATH}/templates/:id`]: () => ({ name: 'Wide', document: EMPTY_DOCUMENT, locked: [] }),
  [`PUT ${EDITOR_PATH}/menu`]: () => ({ items: [] }),
  [`POST ${EDITOR_PATH}/import/runs`]: () => ({ source: `Source ${newId()}` }),
  [`PUT ${EDITOR_PATH}/import/runs/:id/items`]: () => ({
    items: [{ externalId: 'a.md', format: 'markdown', content: '# A' }],
  }),
  [`POST ${EDITOR_PATH}/redirects`]: () => ({ path: `/${newId()}`, code: 410 }),
  [`POST ${EDITOR_PATH}/redirects/import`]: () => ({ rows: [{ path: `/${newId()}`, code: 410 }] }),
  [`POST ${EDITOR_PATH}/redirects/import/check`]: () => ({ rows: [{ path: `/${newId()}`, code: 410 }] }),
  [`PUT ${EDITOR_PATH}/redirects/:id`]: () => ({ path: `/${newId()}`, code: 410 }),
  [`POST ${EDITOR_PATH}/articles/:number/threads`]: () => ({ field: 'title' }),
  [`POST ${EDITOR_PATH}/webhooks`]: () => ({ ...WEBHOOK, url: 'https://hooks.test/', kind: 'standard' }),
  [`PUT ${EDITOR_PATH}/webhooks/:id`]: () => WEBHOOK,
  [`POST ${EDITOR_PATH}/views`]: () => ({ name: `View ${newId()}`, query: '' }),
  [`PUT ${EDITOR_PATH}/views/:id`]: () => ({ name: `View ${newId()}`, query: '' }),
  [`PATCH ${EDITOR_PATH}/users/:id`]: () => ({ displayName: 'Renamed' }),
  [`PATCH ${EDITOR_PATH}/roles/:id`]: () => ({ description: 'Changed' }),
};

/** Answers of the control that are right though nothing was done: `METHOD path`, and why. */
export const CONTROL_REFUSALS: Readonly<Record<string, { readonly status: number; readonly why: string }>> = {
  [`GET ${EDITOR_PATH}/articles/:number/blog`]: { status: 409, why: 'It is no blog.' },
  [`PUT ${EDITOR_PATH}/articles/:number/blog`]: { status: 409, why: 'It is no blog.' },
  [`GET ${EDITOR_PATH}/articles/:number/blog/rename`]: { status: 409, why: 'It is no blog.' },
  [`POST ${EDITOR_PATH}/articles/:number/blog/rename`]: { status: 409, why: 'It is no blog.' },
  [`POST ${EDITOR_PATH}/articles/:number/withdraw`]: { status: 409, why: 'It is not live.' },
  [`POST ${EDITOR_PATH}/articles/:number/undo-publication`]: { status: 409, why: 'It is not live.' },
  [`POST ${EDITOR_PATH}/articles/:number/restore`]: { status: 409, why: 'It is not in the trash.' },
  [`DELETE ${EDITOR_PATH}/articles/:number`]: { status: 409, why: 'It is not in the trash.' },
  [`POST ${EDITOR_PATH}/articles/:number/review/withdraw`]: { status: 409, why: 'It is not in review.' },
  [`POST ${EDITOR_PATH}/articles/:number/review/request-changes`]: {
    status: 409,
    why: 'It is not in review.',
  },
  [`POST ${EDITOR_PATH}/articles/:number/review/approve`]: { status: 409, why: 'It is not in review.' },
  [`PUT ${EDITOR_PATH}/import/runs/:id/file`]: { status: 400, why: 'Its name says no format.' },
  [`POST ${EDITOR_PATH}/import/runs/:id/import`]: { status: 409, why: 'It was not checked.' },
  [`POST ${EDITOR_PATH}/import/runs/:id/undo`]: { status: 409, why: 'It was not imported.' },
  [`DELETE ${EDITOR_PATH}/files/:id`]: { status: 409, why: 'It is not in the trash.' },
  [`POST ${EDITOR_PATH}/files/:id/versions/:version/restore`]: { status: 409, why: 'It has that content.' },
  [`DELETE ${EDITOR_PATH}/folders/:id`]: { status: 409, why: 'It is not in the trash.' },
  [`GET ${EDITOR_PATH}/files/:id/thumbnail`]: { status: 404, why: 'It is no picture.' },
  [`PATCH ${EDITOR_PATH}/uploads/:id`]: { status: 412, why: 'It is no part of an upload.' },
  [`GET ${EDITOR_PATH}/articles/:number/access/explain`]: { status: 400, why: 'There is no such user.' },
  [`POST ${EDITOR_PATH}/users/:id/invitation`]: { status: 409, why: 'The user has accepted.' },
  [`POST ${EDITOR_PATH}/users/:id/confirmation`]: { status: 409, why: 'The address is confirmed.' },
};

/**
 * The path of an id parameter: `/editor/users/:userId/tokens` has `userId` at `/editor/users/:userId`.
 * @throws Error when the path has no such parameter
 */
export function fixturePath(path: string, param: string): string {
  const segments = path.split('/');
  const index = segments.indexOf(`:${param}`);
  if (index < 0) throw new Error(`${path} has no parameter ${param}.`);
  return segments.slice(0, index + 1).join('/');
}

/** What keeps a route out of the tenant-mirror test, in words; empty when every parameter has a maker. */
export function missingFixtures(
  routes: readonly { readonly method: string; readonly path: string }[],
  fixtures: Readonly<Record<string, MakeThing>> = MIRROR_FIXTURES,
): readonly string[] {
  return routes.flatMap(({ method, path }) =>
    parametersOf(path)
      .map((param) => fixturePath(path, param))
      .filter((place) => fixtures[place] === undefined)
      .map(
        (place) =>
          `${method} ${path} takes an id that no fixture makes: add '${place}' to MIRROR_FIXTURES in apps/api/src/testing/mirror-fixtures.ts.`,
      ),
  );
}

/** Names of the parameters in a path, in order. */
export const parametersOf = (path: string): readonly string[] =>
  path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));

/** The path with values in the place of its parameters. */
export const pathWith = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/:([A-Za-z]+)/g, (whole, name: string) => ids[name] ?? whole);

/**
 * Makes what every parameter of a path names, at one site.
 * @param made what was made before, by the path of its parameter, and is to be taken again; gets what is new
 */
export async function makeIds(
  sites: TwoSites,
  site: MirrorSite,
  path: string,
  made = new Map<string, string>(),
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const param of parametersOf(path)) {
    const place = fixturePath(path, param);
    const make = MIRROR_FIXTURES[place];
    if (!make) throw new Error(missingFixtures([{ method: '', path }]).join(' '));
    const id = made.get(place) ?? (await make({ sites, site, ids }));
    made.set(place, id);
    ids[param] = id;
  }
  return ids;
}

function makeUser({ sites, site }: Place): Promise<string> {
  const displayName = `Somebody ${newId()}`;
  const email = `${newId()}@${site.host}`;
  return addAccount(sites.running, site.tenantId, { email, displayName, roleKeys: ['Author'] });
}

async function makeSession(sites: TwoSites, { tenantId }: MirrorSite, accountId: string): Promise<string> {
  const sessions = sites.running.app.get(SessionsService);
  const before = new Set((await sessions.list(tenantId, accountId)).map(({ id }) => id));
  await sessions.begin(systemContext(tenantId, 'test'), accountId, { kind: 'full', methods: ['pwd'] });
  const added = (await sessions.list(tenantId, accountId)).find(({ id }) => !before.has(id));
  return added?.id ?? missing('session');
}

function makeToken(place: Place): Promise<string> {
  const permissions: readonly Permission[] = ['dashboard.view'];
  return create(place, '/account/tokens', { name: 'One of some', permissions });
}

function makeProvider(place: Place): Promise<string> {
  const name = `Provider ${newId()}`;
  const issuer = 'https://127.0.0.1/'; // refused without a look at the network
  return create(place, '/identity-providers', { name, issuer, preset: 'custom', clientId: 'site' });
}

async function makeExternalIdentity(place: Place): Promise<string> {
  const { sites, site } = place;
  const id = newId();
  const now = new Date();
  await sites.running.app.get(DataSource).manager.insert(ExternalIdentity, {
    id,
    tenantId: site.tenantId,
    accountId: site.people.Administrator.accountId,
    providerId: await makeProvider(place),
    issuer: 'https://127.0.0.1/',
    subject: id,
    groups: [],
    groupsReadAt: now,
    refreshToken: null,
    createdAt: now,
  });
  return id;
}

async function makePasskey({ sites, site }: Place): Promise<string> {
  const id = newId();
  await sites.running.app.get(DataSource).manager.insert(Passkey, {
    id,
    tenantId: site.tenantId,
    accountId: site.people.Administrator.accountId,
    rpId: site.host,
    credentialId: id,
    publicKey: Buffer.of(0),
    counter: 0,
    transports: [],
    name: 'Telephone',
    backupEligible: false,
    backedUp: false,
    createdAt: new Date(),
    lastUsedAt: null,
    flaggedAt: null,
  });
  return id;
}

async function makeRole({ sites, site }: Place): Promise<string> {
  const id = newId();
  await sites.running.app.get(DataSource).manager.insert(Role, {
    id,
    tenantId: site.tenantId,
    name: `Role ${id}`,
    nameKey: `role ${id}`,
    description: '',
    permissions: ['dashboard.view'],
    createdAt: new Date(),
    version: 1,
  });
  return id;
}

async function makeAuditEntry({ sites, site: { tenantId } }: Place): Promise<string> {
  const target = { kind: 'test', id: newId() };
  await sites.running.app
    .get(AuditLogService)
    .record(systemContext(tenantId, 'test'), { action: 'test.make', target });
  const [row] = await sites.running.database.query(
    'SELECT id FROM audit_entry WHERE tenant_id = $1 AND target_id = $2',
    [tenantId, target.id],
  );
  return row ? String(row['id']) : missing('audit entry');
}

async function makePurge({ sites, site }: Place): Promise<string> {
  const id = newId();
  await sites.running.app.get(DataSource).query(
    `INSERT INTO cdn_purge (id, tenant_id, reason, scope, state, addresses, tags, pages, created_at)
     VALUES ($1, $2, 'manual', 'addresses', 'waiting', '{/}', '{}', '{}', now())`,
    [id, site.tenantId],
  );
  return id;
}

/** A site has few. */
async function makeWebhook({ sites, site }: Place): Promise<string> {
  const id = newId();
  const { tenantId } = site;
  const dataSource = sites.running.app.get(DataSource);
  await dataSource.query(
    `DELETE FROM webhook_target WHERE tenant_id = $1 AND id NOT IN (
       SELECT id FROM webhook_target WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 5)`,
    [tenantId],
  );
  const [url, secret] = await Promise.all(
    [`url/${id}`, `secret/${id}`].map((place) =>
      sites.running.app.get(PersonalDataService).encrypt(tenantId, `webhook_target/${place}`, newSecret()),
    ),
  );
  await dataSource.query(
    `INSERT INTO webhook_target (tenant_id, id, name, kind, url, shown, events, body, secret, created_at)
     VALUES ($1, $2, 'Hook', 'standard', $3, 'https://hooks.test/', '{deployment.live}', 'thin', $4, now())`,
    [tenantId, id, url, secret],
  );
  return id;
}

async function makeWebhookDelivery({ sites, site, ids }: Place): Promise<string> {
  const [id, eventId] = [newId(), newId()];
  const dataSource = sites.running.app.get(DataSource);
  await dataSource.query(
    `INSERT INTO webhook_event (tenant_id, id, type, data, sequence, created_at) VALUES ($1, $2, 'webhook.test', '{}', 1, now())`,
    [site.tenantId, eventId],
  );
  await dataSource.query(
    `INSERT INTO webhook_delivery (tenant_id, id, target_id, event_id, state, next_attempt_at, created_at)
     VALUES ($1, $2, $3, $4, 'delivered', now(), now())`,
    [site.tenantId, id, ids['id'], eventId],
  );
  return id;
}

async function makeSettingChange({ sites, site: { tenantId } }: Place): Promise<string> {
  const values = { SenderName: `Sender ${newId()}` };
  const save = { group: 'EMAIL', version: undefined, values, kind: 'command' } as const;
  await sites.running.app.get(SettingEditorService).save(systemContext(tenantId, 'test'), save);
  const [row] = await sites.running.database.query(
    'SELECT id FROM setting_change WHERE tenant_id = $1 ORDER BY version DESC LIMIT 1',
    [tenantId],
  );
  return row ? String(row['id']) : missing('setting change');
}

/** A test submission whose email waits, whatever is configured. */
async function makeWaitingEmail(place: Place): Promise<string> {
  const id = await makeTestSubmission(place);
  await place.sites.running.database.query(
    `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
     VALUES ($1, $2, 'contact-notification', 'email', 'queued', now(), now()) ON CONFLICT (id) DO NOTHING`,
    [id, place.site.tenantId],
  );
  return id;
}

async function makeTestSubmission({ sites, site: { tenantId } }: Place): Promise<string> {
  const id = newId();
  await sites.running.app.get(DataSource).manager.insert(ContactSubmission, {
    id,
    tenantId,
    name: 'Someone',
    email: 'someone@visitor.test',
    message: 'A message of some length',
    clientAddress: '203.0.113.7',
    userAgent: null,
    page: null,
    hostname: 'site.test',
    error: null,
    receivedAt: new Date(),
    receiptCode: newReceiptCode(),
    status: 'queued',
    idempotencyKey: null,
    isTest: true,
  });
  return id;
}

async function makeContact({ sites, site }: Place): Promise<string> {
  const id = newId();
  await sites.running.app.get(DataSource).manager.insert(ContactSubmission, {
    id,
    tenantId: site.tenantId,
    name: 'Visitor',
    email: `visitor@${site.host}`,
    message: 'Good morning.',
    clientAddress: '192.0.2.1',
    userAgent: null,
    page: null,
    hostname: site.host,
    receivedAt: new Date(),
    receiptCode: 'BCDFG-HJKLM',
    status: 'failed',
    error: 'No email provider.',
    idempotencyKey: null,
  });
  return id;
}
