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
import { addAccount, membersOf, type MirrorSite, type TwoSites } from './two-sites.js';
import type { Body } from './valid-body.js';

const WEBHOOK = { name: 'Hook', events: ['deployment.live'], body: 'thin', enabled: true } as const;

/** Where something is made: the installation, and which of its two sites. */
export interface Place {
  readonly sites: TwoSites;
  readonly site: MirrorSite;
  /** Ids that stand earlier in the path, by name: the user of a token. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Makes a thing that an id parameter can name, new each time. Resolves to its id. */
export type MakeThing = (place: Place) => Promise<string>;

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

/** Numbers begin anew at each site: here they don't, so that one of site B is nothing at A. */
async function makeArticle(place: Place): Promise<string> {
  return makeNumbered(place, '/articles', { type: 0, title: `Article ${newId()}` });
}

async function makeApplication(place: Place): Promise<string> {
  return makeNumbered(place, '/spa', { title: `Application ${newId()}` });
}

/** Every application has a first deployment: one of site B is the second, which no new application of A has. */
async function makeDeployment({ sites, site, ids }: Place): Promise<string> {
  const number = site === sites.a ? '1' : '2';
  await sites.running.database.query(
    `INSERT INTO deployment (tenant_id, article_number, number, state, by, created_at) VALUES ($1, $2, $3, 'ready', 'CI', now())`,
    [site.tenantId, ids['number'], number],
  );
  return number;
}

async function makeNumbered(place: Place, path: string, body: Body): Promise<string> {
  const { sites, site } = place;
  await sites.running.database.query(
    `INSERT INTO article_counter (tenant_id, last) VALUES ($1, $2) ON CONFLICT (tenant_id) DO NOTHING`,
    [site.tenantId, site === sites.a ? 0 : 1_000_000],
  );
  await create(place, path, body);
  const [row] = await sites.running.database.query('SELECT last FROM article_counter WHERE tenant_id = $1', [
    site.tenantId,
  ]);
  return row ? String(row['last']) : missing('article');
}

/** Every article has a first version: one of site B is the second, which no new article of A has. */
async function makeVersion({ sites, site, ids }: Place): Promise<string> {
  if (site === sites.a) return '1';
  const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': '"v1"' };
  const path = `${EDITOR_PATH}/articles/${ids['number']}/versions`;
  const answer = await sites.call(site, { method: 'POST', path, headers, body: { name: 'Second' } });
  return answer.status === 201 ? '2' : missing('version');
}

/** What is published is the first version, and without a difference stays it; one of site B is the second. */
/** A site has few that are open: what was made long before goes. */
async function makeImport(place: Place): Promise<string> {
  const { sites, site } = place;
  await sites.running.app.get(DataSource).query(
    `DELETE FROM import_run WHERE tenant_id = $1 AND id NOT IN (
       SELECT id FROM import_run WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 8)`,
    [site.tenantId],
  );
  return create(place, '/import/runs', { source: `Source ${newId()}` });
}

/** A site has few: those of before go. */
async function makeImportKey(place: Place): Promise<string> {
  const { sites, site } = place;
  await sites.running.app.get(DataSource).query(
    `DELETE FROM import_key WHERE tenant_id = $1 AND id NOT IN (
       SELECT id FROM import_key WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 8)`,
    [site.tenantId],
  );
  return create(place, '/import/keys', { name: `Key ${newId()}` });
}

async function makeLayoutVersion({ sites, site, ids }: Place): Promise<string> {
  const path = `${EDITOR_PATH}/layouts/${ids['id']}`;
  const send = async (method: 'POST' | 'PUT', to: string, version: number, body: Body): Promise<void> => {
    const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': `"v${version}"` };
    const answer = await sites.call(site, { method, path: to, headers, body });
    if (answer.status !== 200) throw new Error(`${method} ${to} answered ${answer.status}: ${answer.text}`);
  };
  await send('POST', `${path}/publish`, 1, {});
  if (site === sites.a) return '1';
  await send('PUT', path, 1, { name: 'Changed', source: { ...DEFAULT_SOURCE, css: '' } });
  await send('POST', `${path}/publish`, 2, {});
  return '2';
}

/** A template has a version from the beginning; one of site B has a second. */
async function makeTemplateVersion({ sites, site, ids }: Place): Promise<string> {
  if (site === sites.a) return '1';
  const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': '"v1"' };
  const document = { type: 'doc', content: [{ type: 'horizontalRule' }] };
  const body = { name: 'Changed', document, locked: [] };
  const answer = await sites.call(site, {
    method: 'PUT',
    path: `${EDITOR_PATH}/templates/${ids['id']}`,
    headers,
    body,
  });
  if (answer.status !== 200) throw new Error(`The template answered ${answer.status}: ${answer.text}`);
  return '2';
}

/** Tests move the clock by weeks. */
const inAYear = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString();

function makePlan(place: Place): Promise<string> {
  const body = { action: 'publish', version: 1, at: inAYear() };
  return create(place, `/articles/${place.ids['number']}/plans`, body);
}

function makeThread(place: Place): Promise<string> {
  const path = `/articles/${place.ids['number']}/threads`;
  return create(place, path, { field: 'title', body: 'A comment' });
}

function makeComment(place: Place): Promise<string> {
  const path = `/articles/${place.ids['number']}/threads/${place.ids['thread']}/comments`;
  return create(place, path, { body: 'A reply' });
}

async function makeBlog(place: Place): Promise<string> {
  const blogKey = newId();
  await makeArticle(place);
  await create(place, '/articles', { type: 2, title: 'A blog', blogKey });
  return blogKey;
}

/** @param replaces file whose next version it will be @returns the id of the upload, and of the file to come without one */
async function makeUpload({ sites, site }: Place, length: number, replaces?: string): Promise<string> {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const replaced = replaces === undefined ? '' : `,replaces ${encoded(replaces)}`;
  const headers = {
    ...(await sites.freshSession(site, 'Administrator')),
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(length),
    'Upload-Metadata': `filename ${encoded(`${newId()}.txt`)}${replaced}`,
    ...(replaces === undefined ? {} : { 'If-Match': '"v1"' }),
  };
  const answer = await sites.call(site, { method: 'POST', path: `${EDITOR_PATH}/uploads`, headers });
  return String(answer.headers.location).split('/').at(-1) ?? missing('upload');
}

async function makeFile(place: Place): Promise<string> {
  const id = await makeUpload(place, 4);
  await sendUpload(place, id, 'Text');
  return id;
}

/** Every file has a first version: one of site B is the second, which no new file of A has. */
async function makeFileVersion(place: Place): Promise<string> {
  const { sites, site, ids } = place;
  if (site === sites.a) return '1';
  await sendUpload(place, await makeUpload(place, 5, ids['id']), 'Other');
  return '2';
}

async function sendUpload({ sites, site }: Place, id: string, body: string): Promise<void> {
  const headers = {
    ...(await sites.freshSession(site, 'Administrator')),
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
  };
  const path = `${EDITOR_PATH}/uploads/${id}`;
  const { status, text } = await sites.call(site, { method: 'PATCH', path, headers, body });
  if (status !== 204) throw new Error(`PATCH ${path} answered ${status}: ${text}`);
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

/** Made by the administrator, over the API. */
async function create({ sites, site }: Place, path: string, body: Body): Promise<string> {
  const headers = await sites.freshSession(site, 'Administrator');
  const answer = await sites.call(site, { method: 'POST', path: `${EDITOR_PATH}${path}`, headers, body });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return String(membersOf(answer.text)['id']);
}

function missing(kind: string): never {
  throw new Error(`The ${kind} that a fixture made is not there.`);
}
