import { Controller, Delete, Get, Header, Module, Patch, Post, Put } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EDITOR_PATH } from '@sitedesk/contract';
import { AuditQueryDto, SignInDto } from '@sitedesk/contract/dto';
import { Audited, NotAudited } from './audit/audited.js';
import { Authenticated, Public, RequirePermission } from './common/access.js';
import { IdParam, JsonBody } from './common/request-input.js';
import { listRoutes, routeFaults, type RouteInfo } from './testing/routes.js';
import { createTestApp } from './testing/test-app.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('every route of the running application (Z-01, C28)', () => {
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

  it('Z-01: has exactly one access decorator, an audit name where it changes something, and no cache in the editor', () => {
    expect(routes.flatMap(routeFaults)).toEqual([]);
  });

  it('Z-01: nothing answers that is not in the list, and nothing is in it twice', () => {
    const listed = routes.map(({ method, path }) => `${method} ${path}`);
    expect(registered.length).toBeGreaterThan(10);
    expect(listed.toSorted()).toEqual(registered.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('Z-01: these may be called by anybody, and no others', () => {
    const open = routes.filter(({ access }) => access?.kind === 'public');
    const names = open.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name) => !PUBLIC.has(name))).toEqual([]);
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
  'GET /editor/external/:id/start',
  'GET /editor/external/callback',
  'GET /_api/contact/site-contact.js',
  'POST /_api/contact/submit',
  'POST /_api/contact/captcha-validate',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /openapi.json',
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
  'GET /editor/sign-in-options',
  'GET /editor/external/:id/start',
  'GET /editor/external/callback',
]);

@Controller('editor/probe')
class ProbeController {
  @Get()
  naked(): void {
    return;
  }

  @Post()
  @Public()
  @Header('Cache-Control', 'no-store')
  unnamed(@JsonBody(SignInDto) body: SignInDto): SignInDto {
    return body;
  }

  @Put()
  @Authenticated()
  @Public()
  @Audited('probe.put')
  @Header('Cache-Control', 'no-store')
  twice(): void {
    return;
  }

  @Patch(':id')
  @RequirePermission('audit.view')
  @NotAudited('')
  @Header('Cache-Control', 'no-store')
  unexplained(@IdParam('other') id: string): string {
    return id;
  }

  @Delete()
  @RequirePermission('audit.view')
  @Audited('Probe Delete')
  @Header('Cache-Control', 'private')
  misnamed(): void {
    return;
  }

  @Get('delete')
  @RequirePermission('audit.view')
  @Header('Cache-Control', 'no-store')
  deleteAll(): void {
    return;
  }

  @Get('good')
  @RequirePermission('audit.view')
  @Header('Cache-Control', 'no-store')
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

@Module({ controllers: [ProbeController, ClassLevelProbe] })
class ProbeModule {}

describe('the routes test itself', () => {
  it('Z-01: names what a careless controller leaves out', async () => {
    const app = await NestFactory.createApplicationContext(ProbeModule, { logger: false });
    const faults = listRoutes(app).flatMap(routeFaults);
    await app.close();
    expect(faults).toEqual([
      'GET /editor/probe has 0 access decorators instead of one (Z-01)',
      'GET /editor/probe may be cached',
      'POST /editor/probe changes something and has no audit name (C28)',
      'POST /editor/probe is open to anybody and not limited',
      'POST /editor/probe is open to the pages of other sites',
      'PUT /editor/probe has 2 access decorators instead of one (Z-01)',
      'PATCH /editor/probe/:id does not say why it is not audited',
      'PATCH /editor/probe/:id takes ids that its path does not have: other',
      'DELETE /editor/probe has the audit name Probe Delete, not one like user.create',
      'DELETE /editor/probe may be cached',
      'GET /editor/probe/delete is a GET called deleteAll',
      'GET /probe/members has 2 access decorators instead of one (Z-01)',
      'GET /probe/members needs a sign-in outside /editor',
    ]);
  });
});
