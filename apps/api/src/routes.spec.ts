import { Controller, Delete, Get, Header, Module, Patch, Post, Put } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { AuditQueryDto } from '@sitedesk/contract/audit.dto';
import { SignInDto } from '@sitedesk/contract/identity.dto';
import { AuditLogService } from './platform/audit/audit-log.service.js';
import { AuditRefusalsService } from './platform/audit/audit-refusals.service.js';
import { Audited, NotAudited } from './platform/audit/audited.js';
import { LOG } from './platform/core/log.js';
import { Authenticated, Public, RequirePermission } from './platform/http/access.js';
import { IdParam, JsonBody } from './platform/http/request-input.js';
import { listRoutes, routeFaults, type RouteInfo } from './testing/routes.js';
import { createTestApp } from './testing/test-app.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('every route of the running application (Z-01, UX-28)', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let routes: readonly RouteInfo[];
  const registered: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await createTestApp(database.url);
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) registered.push(`${each} ${url}`);
      });
    await app.init();
    routes = listRoutes(app);
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('has exactly one access decorator, an audit name where it changes something, and no cache in the editor (Z-01)', () => {
    expect(routes.flatMap(routeFaults)).toEqual([]);
  });

  it('nothing answers that is not in the list, and nothing is in it twice (Z-01)', () => {
    const listed = routes.map(({ method, path }) => `${method} ${path}`);
    // HEAD is the same route as its GET.
    const own = registered.filter(
      (name) => !registered.includes(name.replace(/^HEAD /, 'GET ')) || !name.startsWith('HEAD '),
    );
    expect(own.length).toBeGreaterThan(10);
    expect(listed.toSorted()).toEqual(own.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('these may be called by anyone, and no others (Z-01)', () => {
    const open = routes.filter(({ access }) => access?.kind === 'public');
    const names = open.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name) => !PUBLIC.has(name))).toEqual([]);
  });

  it('what changes something asks for a recent sign-in, or helps nobody who has none', () => {
    const open = routes.filter(
      ({ access, method, recentSignIn }) =>
        access?.kind === 'permission' && method !== 'GET' && !recentSignIn,
    );
    const names = open.map(({ method, path }) => `${method} ${path}`);
    expect(
      names.filter(
        (name) => !WITHOUT_RECENT_SIGN_IN.has(name) && !name.startsWith('DELETE /editor/settings/'),
      ),
    ).toEqual([]);
    expect([...WITHOUT_RECENT_SIGN_IN].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('these ask for a recent sign-in, of API tokens only where they gain nothing, and no others', () => {
    const asking = routes.filter(({ recentSignIn }) => recentSignIn);
    const names = asking.map(
      ({ method, path, recentSignIn }) => `${method} ${path}${recentSignIn?.tokens ? ' or token' : ''}`,
    );
    expect(names.toSorted()).toEqual([...SENSITIVE].toSorted());
  });

  it('knows what a route takes: body, query and ids', () => {
    const find = (method: string, path: string): RouteInfo | undefined =>
      routes.find((route) => route.method === method && route.path === `${EDITOR_PATH}${path}`);
    expect(find('POST', '/session')).toMatchObject({
      controller: 'SessionController',
      handler: 'begin',
      access: { kind: 'public' },
      action: 'session.begin',
      bodyDto: SignInDto,
    });
    expect(find('GET', '/audit')).toMatchObject({
      access: { kind: 'permission', anyOf: ['audit.view'] },
      queryDto: AuditQueryDto,
      idParams: [],
    });
    expect(find('GET', '/audit/:id')).toMatchObject({ idParams: ['id'], bodyDto: undefined });
  });
});

/** Every route that needs no sign-in. A new one is added here knowingly. */
const PUBLIC = new Set([
  'GET /admin',
  'GET /admin/assets/*',
  'GET /admin/theme.js',
  'GET /admin/icon.svg',
  'GET /admin/*',
  'GET /editor/sign-in-options',
  'GET /editor/calendar-feeds/:token/articles.ics',
  'GET /editor/external/:id/start',
  'GET /editor/external/callback',
  'GET /_api/contact/site-contact.js',
  'POST /_api/contact/submit',
  'GET /_api/contact/sent',
  'POST /_api/contact/captcha-validate',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /openapi.json',
  'GET /editor/blogs/:blogKey/preview',
  'GET /editor/setup',
  'POST /editor/setup',
  'POST /editor/setup/code',
  'POST /editor/session',
  'POST /editor/session/passkey',
  'POST /editor/session/passkey/options',
  'POST /editor/registration',
  'POST /editor/email-confirmation',
  'POST /editor/email-confirmation/resend',
  'POST /editor/invitation/preview',
  'POST /editor/invitation/accept',
  'POST /editor/invitation/accept/passkey/options',
  'POST /editor/invitation/accept/passkey',
  'POST /editor/password-reset',
  'POST /editor/password-reset/complete',
  // With the key of an application:
  'POST /api/spa/deploy',
  'POST /api/deployments',
  // With a token of CI in its body:
  'POST /api/deployments/token',
  'GET /api/deployments/:deployment',
  'PUT /api/deployments/:deployment/blobs/:hash',
  'POST /api/deployments/:deployment/finish',
  'DELETE /api/deployments/:deployment',
  'GET /editor/sign-in-options',
  'GET /editor/external/:id/start',
  'GET /editor/external/callback',
]);

/**
 * Sensitive as a whole: `@RecentSignIn()`. docs/identity.md lists them for people, under Sensitive actions. What is
 * sensitive in part is in the first group of {@link WITHOUT_RECENT_SIGN_IN}.
 */
const SENSITIVE = [
  'DELETE /editor/account/external-identities/:id',
  'POST /editor/account/external-identities',
  'POST /editor/account/passkeys/options',
  'POST /editor/account/passkeys',
  'DELETE /editor/account/passkeys/:id',
  'POST /editor/account/password/first',
  'POST /editor/account/two-factor/totp',
  'DELETE /editor/account/two-factor/totp',
  'POST /editor/account/two-factor/recovery-codes',
  'POST /editor/account/tokens',
  'POST /editor/account/calendar-feed',
  'GET /editor/session/recent',
  'PUT /editor/users/:id/roles',
  'POST /editor/users/:id/invitation',
  'POST /editor/users/:id/two-factor-reset',
  'DELETE /editor/users/:id',
  'DELETE /editor/articles/:number',
  'DELETE /editor/files/:id',
  'DELETE /editor/folders/:id',
  'POST /editor/users/bulk',
  'POST /editor/users/bulk/matching',
  'PATCH /editor/roles/:id',
  'POST /editor/roles/bulk-delete',
  'POST /editor/identity-providers',
  'PUT /editor/identity-providers/:id',
  'DELETE /editor/identity-providers/:id',
  'POST /editor/layouts/:id/publish',
  'POST /editor/layouts/undo-publication',
  'POST /editor/webhooks',
  'PUT /editor/webhooks/:id',
  'POST /editor/webhooks/:id/rotate',
  'PUT /editor/spa/:number/publishers',
  'POST /editor/spa/:number/keys',
  'POST /editor/spa/:number/keys/:id/rotate',
  'POST /editor/storage/move',
  'POST /editor/site/archive',
  'GET /editor/site/archive/file',
  'DELETE /editor/spa/:number/keys/:id',
  'POST /editor/import/keys',
  'POST /editor/import/keys/:id/rotate',
  'DELETE /editor/import/keys/:id',
  'PUT /editor/mailing-list/connection',
  'DELETE /editor/mailing-list',
  'GET /editor/audit/export or token',
  'GET /editor/contacts/export or token',
];

/**
 * Routes that change something and are open in an old session, and to API tokens. A new one is added here knowingly: it must not
 * steer where a link, an email, a script, a credential or a permission goes. Otherwise it takes `@RecentSignIn()`, or
 * `SteeringService` when only some of what it takes is risky.
 */
const WITHOUT_RECENT_SIGN_IN = new Set([
  // Their services ask, for what is risky of it:
  'POST /editor/users',
  'PATCH /editor/users/:id',
  'PATCH /editor/site',
  'POST /editor/settings/history/:id/undo',
  'PUT /editor/settings/AI',
  'PUT /editor/settings/ContactApi',
  'PUT /editor/settings/CAPTCHA',
  'PUT /editor/settings/EMAIL',
  'PUT /editor/settings/Identity',
  'PUT /editor/settings/Retention',
  'PUT /editor/settings/CDN',
  'PUT /editor/cdn',
  'PUT /editor/settings/STORAGE',
  'PUT /editor/storage',
  'PUT /editor/settings/Export',
  'PUT /editor/settings/Site',
  'PUT /editor/settings/Publishing',
  'PUT /editor/mailing-list/settings',
  // Everything takes one, by the service; addresses and tags only cost time:
  'POST /editor/cdn/purge',
  // Help nobody:
  'POST /editor/cdn/check',
  'POST /editor/storage/check',
  // Of what is public anyway, into the place that was set; setting that asks for one.
  'POST /editor/public-site/export/bucket',
  'POST /editor/public-site/export/bucket/check',
  'POST /editor/public-site/export/folder',
  'POST /editor/cdn/purges/:id/retry',
  'POST /editor/cdn/purges/:id/forget',
  'PUT /editor/settings/Files',
  'POST /editor/uploads',
  'PATCH /editor/uploads/:id',
  'DELETE /editor/uploads/:id',
  'POST /editor/files/move',
  'POST /editor/files/trash',
  'POST /editor/files/restore',
  'PATCH /editor/files/:id',
  'POST /editor/files/:id/versions/:version/restore',
  'POST /editor/folders',
  'PATCH /editor/folders/:id',
  'POST /editor/setup/steps',
  'POST /editor/identity-providers/:id/check',
  'DELETE /editor/users/:userId/tokens/:id',
  'POST /editor/users/bulk/preview',
  'POST /editor/users/bulk/matching/preview',
  'POST /editor/users/:id/disable',
  'POST /editor/users/:id/enable',
  'POST /editor/users/:id/confirm-email',
  'POST /editor/users/:id/unconfirm-email',
  'POST /editor/users/:id/confirmation',
  'POST /editor/users/:id/password-reset',
  'DELETE /editor/users/:id/sessions',
  'DELETE /editor/users/:id/sessions/:sessionId',
  'POST /editor/roles',
  'POST /editor/roles/bulk-delete/preview',
  'POST /editor/articles',
  'PUT /editor/articles/:number/draft',
  'PUT /editor/articles/:number/presence',
  'PUT /editor/articles/:number/access',
  'POST /editor/articles/bulk',
  'POST /editor/articles/:number/publish',
  'POST /editor/articles/:number/withdraw',
  'POST /editor/articles/:number/undo-publication',
  'POST /editor/releases',
  'PUT /editor/releases/:id',
  'DELETE /editor/releases/:id',
  'POST /editor/articles/:number/plans',
  'PUT /editor/articles/:number/plans/:id',
  'DELETE /editor/articles/:number/plans/:id',
  'POST /editor/articles/release-address',
  'POST /editor/articles/:number/copy',
  'POST /editor/articles/:number/preview-links',
  'DELETE /editor/articles/:number/preview-links/:id',
  'PUT /editor/articles/:number/blog',
  'POST /editor/articles/:number/blog/rename',
  'POST /editor/spa',
  // What a key has deployed before, and nothing else:
  'POST /editor/spa/:number/deployments/:deployment/activate',
  'PUT /editor/spa/:number/lock',
  'PUT /editor/spa/:number/source-maps',
  // To where they lead already, and nothing more:
  'DELETE /editor/webhooks/:id',
  'POST /editor/webhooks/:id/test',
  'POST /editor/webhooks/:id/deliveries/:delivery/send',
  // Nobody else has it before it's published:
  'POST /editor/templates',
  'PUT /editor/templates/:id',
  'DELETE /editor/templates/:id',
  'POST /editor/layouts',
  'POST /editor/layouts/check',
  'PUT /editor/layouts/:id',
  'DELETE /editor/layouts/:id',
  'PUT /editor/menu',
  // Drafts and pages as their own routes change them, for those who may; all of it can be undone.
  'PUT /_api/import/docs/items/:sourceKey',
  'DELETE /_api/import/docs/items/:sourceKey',
  'POST /_api/import/docs/rename',
  'POST /_api/import/docs/assets',
  'POST /editor/import/runs',
  'PUT /editor/import/runs/:id/items',
  'PUT /editor/import/runs/:id/file',
  'POST /editor/import/runs/:id/assets',
  'POST /editor/import/runs/:id/assets/retry',
  'POST /editor/import/runs/:id/check',
  'POST /editor/import/runs/:id/import',
  'POST /editor/import/runs/:id/undo',
  'DELETE /editor/import/runs/:id',
  'POST /editor/redirects',
  'POST /editor/redirects/import',
  'POST /editor/redirects/import/check',
  'PUT /editor/redirects/:id',
  'DELETE /editor/redirects/:id',
  'POST /editor/articles/:number/versions',
  'PUT /editor/articles/:number/versions/:version/name',
  'POST /editor/articles/:number/versions/:version/restore',
  'POST /editor/articles/:number/review',
  'POST /editor/articles/:number/threads',
  'POST /editor/articles/:number/threads/:thread/comments',
  'PUT /editor/articles/:number/threads/:thread/comments/:comment',
  'POST /editor/articles/:number/threads/:thread/resolve',
  'POST /editor/articles/:number/threads/:thread/reopen',
  'POST /editor/articles/:number/review/withdraw',
  'POST /editor/articles/:number/review/request-changes',
  'POST /editor/articles/:number/review/approve',
  'POST /editor/articles/:number/trash',
  'POST /editor/articles/:number/restore',
  'POST /editor/authors',
  'PUT /editor/authors/:id',
  'DELETE /editor/authors/:id',
  'POST /editor/contact-form/test',
  'POST /editor/mailing-list/check',
  'POST /editor/mailing-list/preview',
  'POST /editor/mailing-list/pause',
  'POST /editor/mailing-list/resume',
  'POST /editor/mailing-list/retry',
  'POST /editor/email/detect',
  'POST /editor/email/test',
  'POST /editor/outbox/retry',
  'POST /editor/outbox/:id/retry',
  'POST /editor/outbox/:id/cancel',
  'PUT /editor/contacts/alerts',
  'POST /editor/contacts/bulk',
  'POST /editor/contacts/:id/actions',
  'POST /editor/ai/check',
  'POST /editor/ai/alt-text',
  'POST /editor/ai/complete',
  'POST /editor/ai/reply',
  'POST /editor/ai/suggest',
  'POST /editor/ai/translations',
  'POST /editor/ai/translations/:number/continue',
  'DELETE /editor/ai/translations/:number',
  'POST /editor/captcha/check',
  'POST /editor/views',
  'PUT /editor/views/order',
  'PUT /editor/views/:id',
  'DELETE /editor/views/:id',
]);

@Controller('editor/probe')
class ProbeController {
  @Get()
  naked(): void {
    return;
  }

  @Post()
  @Public()
  unnamed(@JsonBody({ maxKeys: 1 }) body: SignInDto): SignInDto {
    return body;
  }

  @Put()
  @Authenticated()
  @Public()
  @Audited('probe.put')
  twice(): void {
    return;
  }

  @Patch(':id')
  @RequirePermission('audit.view')
  @NotAudited('')
  unexplained(@IdParam('other') id: string): string {
    return id;
  }

  @Delete()
  @RequirePermission('audit.view')
  @Audited('Probe Delete' as 'probe.delete')
  @Header('Cache-Control', 'private')
  misnamed(): void {
    return;
  }

  @Get('delete')
  @RequirePermission('audit.view')
  deleteAll(): void {
    return;
  }

  @Get('good')
  @RequirePermission('audit.view')
  setup(): void {
    return;
  }
}

@Public()
@Controller('probe')
class ClassLevelProbe {
  @Get()
  good(): void {
    return;
  }

  @Get('members')
  @Authenticated()
  hidden(): void {
    return;
  }
}

@Module({
  controllers: [ProbeController, ClassLevelProbe],
  // What the interceptor of audited routes asks for; no route is called here.
  providers: [AuditLogService, AuditRefusalsService, LOG].map((provide) => ({ provide, useValue: {} })),
})
class ProbeModule {}

describe('the routes test itself', () => {
  it('names what a careless controller leaves out (Z-01)', async () => {
    const app = await NestFactory.createApplicationContext(ProbeModule, { logger: false });
    const faults = listRoutes(app).flatMap(routeFaults);
    await app.close();
    expect(faults).toEqual([
      'GET /editor/probe has 0 access decorators instead of one',
      'POST /editor/probe changes something and has no audit name',
      'POST /editor/probe is open to anyone and not limited',
      'POST /editor/probe is open to the pages of other sites',
      'POST /editor/probe refuses bodies that its class allows: it needs a higher maxKeys',
      'PUT /editor/probe has 2 access decorators instead of one',
      'PATCH /editor/probe/:id does not say why it is not audited',
      'PATCH /editor/probe/:id takes ids that its path does not have: other',
      'DELETE /editor/probe has the audit name Probe Delete, not one like user.create',
      'DELETE /editor/probe sets a cache policy of its own',
      'GET /editor/probe/delete is a GET called deleteAll',
      'GET /probe/members has 2 access decorators instead of one',
      'GET /probe/members needs a sign-in outside /editor',
    ]);
  });
});
