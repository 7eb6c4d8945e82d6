import { CSRF_HEADER, EDITOR_PATH } from '@sitedesk/contract/identity';
import { type Permission, PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { type Access, ACCESS, RECENT_SIGN_IN, type RecentSignInRule } from '../http/access.js';
import type { ControllerMethod } from '../http/controllers.js';
import { routeInputOf } from '../http/request-input.js';
import { schemaOf } from './dto-schema.js';

/** Schemes by which callers of the editor's API show who they are. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sitedesk',
    description: `Session cookie. State-changing requests also need ${CSRF_HEADER}.`,
  },
  apiToken: { type: 'http', scheme: 'bearer', description: 'API token.' },
} as const;

/** Component schemas of the editor's API. */
export const EDITOR_SCHEMAS = {
  Problem: {
    type: 'object',
    description: 'RFC 9457',
    required: ['type', 'title', 'status', 'instance'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      instance: { type: 'string', description: 'The request ID, as in the log.' },
      code: { type: 'string', description: 'A stable code for programs.' },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
      },
    },
  },
};

const problem = (description: string): object => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** What the decorators of an editor's route say of it, as members of its OpenAPI operation. */
export function editorOperation(
  { controller, method }: ControllerMethod,
  path: string,
  verb: string,
): object {
  const access = metadata<Access>(ACCESS, controller, method);
  const recent = metadata<RecentSignInRule>(RECENT_SIGN_IN, controller, method);
  const { body, query, ids } = routeInputOf(method);
  const queryProperties = query ? Object.entries(schemaOf(query).properties) : [];
  return {
    tags: [path.slice(EDITOR_PATH.length + 1).split('/')[0] ?? ''],
    description: describeAccess(access, recent),
    ...(access?.kind === 'public' ? {} : { security: securityOf(access, recent) }),
    parameters: [
      ...pathNames(path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: ids.includes(name) ? { type: 'string', format: 'uuid' } : { type: 'string' },
      })),
      ...queryProperties.map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }
      : {}),
    responses: {
      '2XX': { description: 'Done.' },
      ...(body || query ? { 400: problem('Some values aren’t valid; `errors` lists them.') } : {}),
      ...(access?.kind === 'public' ? {} : { 401: problem('Not signed in.'), 403: problem('Not allowed.') }),
      ...(ids.length > 0 ? { 404: problem('Not found on this site.') } : {}),
      ...(['PUT', 'PATCH'].includes(verb)
        ? { 412: problem('Changed by someone else in the meantime.') }
        : {}),
    },
  };
}

function describeAccess(access: Access | undefined, recent: RecentSignInRule | undefined): string {
  const again = recent
    ? ` Requires a sign-in within the last ten minutes${recent.tokens ? ', or an API token' : ''}.`
    : '';
  if (access?.kind === 'permission') {
    const words = access.anyOf.map((permission) => `${permission} (${featureOf(permission)})`);
    return `Requires the permission ${words.join(' or ')}.${again}`;
  }
  return access?.kind === 'public' ? 'Public.' : `Requires a sign-in.${again}`;
}

const featureOf = (wanted: Permission): string | undefined =>
  PERMISSION_MATRIX.find(({ permission }) => permission === wanted)?.feature;

/** API tokens reach what a permission opens, but no sensitive actions, and nothing that is a person's own. */
const securityOf = (access: Access | undefined, recent: RecentSignInRule | undefined): readonly object[] =>
  access?.kind === 'permission' && recent?.tokens !== false
    ? [{ session: [] }, { apiToken: [] }]
    : [{ session: [] }];

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

const metadata = <Value>(key: string, controller: object, method: object): Value | undefined =>
  Reflect.getMetadata(key, method) ?? Reflect.getMetadata(key, controller);
