import { PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { CreateApiTokenDto } from '@sitedesk/contract/api-tokens.dto';
import { AuthorProfileDto } from '@sitedesk/contract/authors.dto';
import { listRoutes } from '../../testing/routes.js';
import { type RunningApp, startApp } from '../../testing/running-app.js';
import { schemaOf } from './dto-schema.js';
import { OpenApiService } from './openapi.service.js';
import type { Schema } from './route-descriptions.js';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: unknown;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

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

  it('says of every operation what it is for, who may call it, and what comes back', async () => {
    const { paths, tags, components } = await running.app.get(OpenApiService).document();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
      ),
    );
    expect(operations.length).toBeGreaterThan(150);
    expect(operations.flatMap(([route, operation]) => faultsOf(route, operation))).toEqual([]);
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const words = new Set(tags.map(({ name }) => name));
    expect(operations.filter(([, operation]) => !words.has(operation.tags?.[0] ?? ''))).toEqual([]);

    function faultsOf(route: string, operation: Operation): readonly string[] {
      const { summary = '', security, responses } = operation;
      const [status = '', response] =
        Object.entries(responses).find(([each]) => /^[23]\d\d$/.test(each)) ?? [];
      const schemas = Object.values(response?.content ?? {}).map(({ schema }) => schema);
      const faults: readonly (readonly [boolean, string])[] = [
        [!/^[A-Z][a-z]+(?: |$)/.test(summary) || summary.length > 90, `has the summary “${summary}”`],
        [!Array.isArray(security), 'does not say who may call it'],
        [!['204', '303'].includes(status) && schemas.length === 0, 'has no success schema'],
        [schemas.some(isVague), 'has a success schema that says nothing'],
        [!Object.keys(responses).some((each) => each.startsWith('4')), 'has no refusals'],
      ];
      return faults.flatMap(([wrong, words]) => (wrong ? [`${route} ${words}`] : []));
    }

    function isVague(schema: Schema): boolean {
      const { type, properties, additionalProperties, anyOf } = schema.$ref
        ? ((components['schemas']?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}) as Schema)
        : schema;
      if (type === undefined && anyOf === undefined) return true;
      return type === 'object' && properties === undefined && additionalProperties === undefined;
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
