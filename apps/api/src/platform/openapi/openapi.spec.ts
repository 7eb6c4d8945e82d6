import { PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { CreateApiTokenDto } from '@sitedesk/contract/api-tokens.dto';
import { AuthorProfileDto } from '@sitedesk/contract/authors.dto';
import { listRoutes } from '../../testing/routes.js';
import { type RunningApp, startApp } from '../../testing/running-app.js';
import { schemaOf } from './dto-schema.js';
import { OpenApiService } from './openapi.service.js';

describe('the OpenAPI document', () => {
  let running: RunningApp;

  beforeAll(async () => {
    running = await startApp();
  });

  afterAll(() => running.stop());

  it('has every route of the running application, with what it takes and who may call it', async () => {
    const { paths } = await running.app.get(OpenApiService).document();
    // The pages of the administration are for people.
    const forPrograms = listRoutes(running.app).filter(({ path }) => !path.startsWith('/admin'));
    for (const route of forPrograms) {
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      const operation: unknown = Reflect.get(paths[path] ?? {}, route.method.toLowerCase());
      expect({ route: `${route.method} ${path}`, described: operation !== undefined }).toEqual({
        route: `${route.method} ${path}`,
        described: true,
      });
      if (route.bodyDto && path.startsWith('/editor')) expect(operation).toHaveProperty('requestBody');
      if (route.access?.kind === 'permission') {
        for (const permission of route.access.anyOf) {
          const row = PERMISSION_MATRIX.find((each) => each.permission === permission);
          expect(operation).toMatchObject({
            description: expect.stringContaining(`${permission} (${row?.feature})`),
          });
        }
      }
    }
  });

  it('describes request classes by the rules that check them', () => {
    expect(schemaOf(CreateApiTokenDto)).toMatchObject({
      required: ['name', 'permissions'],
      properties: {
        permissions: { type: 'array', minItems: 1 },
        expiresInDays: { type: 'integer', minimum: 1 },
      },
      additionalProperties: false,
    });
    expect(schemaOf(AuthorProfileDto).properties['links']).toMatchObject({
      type: 'array',
      items: { type: 'object', required: ['label', 'url'] },
    });
  });
});
