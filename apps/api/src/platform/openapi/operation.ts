import { HEADERS_METADATA, HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { EVENT_STREAM } from '@sitedesk/contract/event-stream';
import { CSRF_HEADER } from '@sitedesk/contract/identity';
import { type Permission, PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { type Access, ACCESS, RECENT_SIGN_IN, type RecentSignInRule } from '../http/access.js';
import { metadataOf, type Route } from '../http/controllers.js';
import { SENDS_ENTITY_TAG } from '../http/entity-tag.js';
import { READ_KEYS, SENT_TYPES, TOKEN_SCHEME } from '../http/openapi-marks.js';
import { routeInputOf } from '../http/request-input.js';
import { ThrottlePolicy } from '../throttling/throttle-policy.decorator.js';
import { queryParametersOf } from './dto-schema.js';
import { type RouteDescription, type RouteDescriptions } from './route-descriptions.js';

/** Schemes by which callers show who they are. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sitedesk',
    description: `Session cookie. State-changing requests also need ${CSRF_HEADER}.`,
  },
  apiToken: { type: 'http', scheme: 'bearer', description: 'API token.' },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: '`METRICS_TOKEN`, where the operator has set it.',
  },
} as const;

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

const problem = (description: string, headers?: object): object => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Refusals that routes have in common (RFC 9457). */
export const RESPONSES = {
  Invalid: problem('Some values aren’t valid; `errors` lists them.'),
  SignInRequired: problem('No valid session, token or credentials.'),
  Forbidden: problem('Not allowed; `code` says why.'),
  NotFound: problem('Not found on this site.'),
  WrongState: problem('Not possible in the present state; `detail` says why.'),
  VersionConflict: problem('Changed by someone else in the meantime.'),
  TooLarge: problem('The body is too large.'),
  NotJson: problem('The body isn’t JSON.'),
  VersionRequired: problem('`If-Match` is missing.'),
  TooManyRequests: problem('Over the rate limit.', RETRY_AFTER),
  Refused: problem('Refused for another reason; `code` says which.'),
  Failed: problem('Failed, or temporarily unavailable.', RETRY_AFTER),
};

export const PARAMETERS = {
  CsrfToken: {
    name: CSRF_HEADER,
    in: 'header',
    required: false,
    description: 'Required with the session cookie: `csrfToken` of the session.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The `ETag` of what is being changed, as last read.',
    schema: { type: 'string', pattern: '^"v[0-9]+"$' },
  },
};

const response = (name: keyof typeof RESPONSES): object => ({ $ref: `#/components/responses/${name}` });
const parameter = (name: keyof typeof PARAMETERS): object => ({ $ref: `#/components/parameters/${name}` });

/** `/editor/users/{id}` for `/editor/users/:id`. */
export const pathOf = ({ path }: Route): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** `Own API tokens` for `OwnApiTokensController`. */
export function tagOf(controller: string): string {
  const words = controller.replace(/Controller$/, '').split(/(?=[A-Z])/);
  const [first = '', ...others] = words.map((word) => (word === 'Api' ? 'API' : word));
  return [first, ...others.map((word) => (word === 'API' ? word : word.toLowerCase()))].join(' ');
}

/**
 * @param isAlone whether its method answers at this path only; otherwise, the path is part of its name
 */
export function operationOf(
  route: Route,
  { operations, schemas }: RouteDescriptions,
  isAlone: boolean,
): object {
  const { controller, name } = route;
  const described = operations[`${controller.name}.${name}`];
  if (!described) throw new Error(`The build has not described ${controller.name}.${name}.`);
  const place = isAlone ? [] : route.path.split('/').slice(3);
  const id = [controller.name.replace(/Controller$/, ''), name, ...place].map(capitalised).join('');
  const access = metadataOf<Access>(ACCESS, route);
  const recent = metadataOf<RecentSignInRule>(RECENT_SIGN_IN, route);
  const token = metadataOf<string>(TOKEN_SCHEME, route);
  return {
    operationId: id.charAt(0).toLowerCase() + id.slice(1),
    summary: [described.summary, ...(isAlone ? [] : [place.join('/')])].join(': '),
    description: [described.description, describeAccess(access, recent, token)].join('\n\n').trim(),
    tags: [tagOf(controller.name)],
    security: token === undefined ? securityOf(access, recent) : [{}, { [token]: [] }],
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route, described, schemas),
      ...headerParameters(route, access),
    ],
    ...(described.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: described.body } } } }
      : {}),
    responses: { ...success(route, described), ...refusals(route, access) },
  };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function pathParameters({ path, method }: Route): readonly object[] {
  const { ids, idWords = [], numbers = [] } = routeInputOf(method);
  const id = { type: 'string', format: 'uuid' };
  const schema = idWords.length > 0 ? { anyOf: [id, { type: 'string', enum: idWords }] } : id;
  return [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: numbers.includes(name)
      ? { type: 'integer', minimum: 1 }
      : ids.includes(name)
        ? schema
        : { type: 'string' },
  }));
}

function queryParameters(
  { controller, name, method }: Route,
  { query: schema }: RouteDescription,
  schemas: RouteDescriptions['schemas'],
): readonly object[] {
  const { query } = routeInputOf(method);
  const args: Readonly<Record<string, { readonly data?: unknown }>> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  const named = Object.entries(args)
    .filter(([key, { data }]) => key.startsWith(`${RouteParamtypes.QUERY}:`) && typeof data === 'string')
    .map(([, { data }]) => data);
  const read: readonly string[] = Reflect.getMetadata(READ_KEYS, method) ?? [];
  const single = [...named, ...read].map((key) => ({
    name: key,
    in: 'query',
    required: false,
    schema: { type: 'string' },
  }));
  return [...single, ...(query && schema ? queryParametersOf(query, schema, schemas) : [])];
}

function headerParameters({ method, verb }: Route, access: Access | undefined): readonly object[] {
  return [
    ...(verb !== 'GET' && access?.kind !== 'public' ? [parameter('CsrfToken')] : []),
    ...(routeInputOf(method).expectsVersion ? [parameter('IfMatch')] : []),
  ];
}

const DONE: Readonly<Record<number, string>> = { 201: 'Created.', 202: 'Accepted.', 204: 'Done.' };

function success(route: Route, { returns }: RouteDescription): object {
  const { method, verb } = route;
  const status: number = Reflect.getMetadata(HTTP_CODE_METADATA, method) ?? (verb === 'POST' ? 201 : 200);
  if (status === 303)
    return {
      303: { description: 'Sends the browser on.', headers: header('Location', 'Where to.') },
      default: response('Refused'),
    };
  const tagged = Reflect.hasMetadata(SENDS_ENTITY_TAG, method);
  return {
    [status]: {
      description: DONE[status] ?? 'OK.',
      ...(tagged ? { headers: header('ETag', 'Version, for `If-Match`.') } : {}),
      ...(returns
        ? {
            content: Object.fromEntries(
              typesOf(method).map((type) => [type, { schema: sentAs(type, returns) }]),
            ),
          }
        : {}),
    },
  };
}

/** Events are lines of text; their data is what the route's description says. */
const sentAs = (type: string, schema: object): object =>
  type === EVENT_STREAM ? { type: 'string' } : schema;

const header = (name: string, description: string): object => ({
  [name]: { description, schema: { type: 'string' } },
});

/** Media types of the response, without parameters. */
function typesOf(method: object): readonly string[] {
  const headers: readonly { readonly name: string; readonly value: string }[] =
    Reflect.getMetadata(HEADERS_METADATA, method) ?? [];
  const own = headers.filter(({ name }) => name === 'Content-Type').map(({ value }) => value);
  const types: readonly string[] = Reflect.getMetadata(SENT_TYPES, method) ?? own;
  return types.length > 0 ? types.map((type) => type.split(';')[0] ?? type) : ['application/json'];
}

function refusals(route: Route, access: Access | undefined): object {
  const { body, query, expectsVersion } = routeInputOf(route.method);
  const limited = metadataOf<string>(ThrottlePolicy.KEY, route) !== undefined;
  const hasToken = metadataOf<string>(TOKEN_SCHEME, route) !== undefined;
  const changes = route.verb !== 'GET';
  const isPublic = access?.kind === 'public';
  return {
    ...(body || query ? { 400: response('Invalid') } : {}),
    ...(isPublic && !changes && !hasToken ? {} : { 401: response('SignInRequired') }),
    ...(isPublic && !changes ? {} : { 403: response('Forbidden') }),
    ...(body || query || route.path.includes(':') || hasToken ? { 404: response('NotFound') } : {}),
    ...(changes ? { 409: response('WrongState') } : {}),
    ...(expectsVersion ? { 412: response('VersionConflict'), 428: response('VersionRequired') } : {}),
    ...(body ? { 413: response('TooLarge') } : {}),
    ...(body || (isPublic && changes) ? { 415: response('NotJson') } : {}),
    ...(limited ? { 429: response('TooManyRequests') } : {}),
    '4XX': response('Refused'),
    '5XX': response('Failed'),
  };
}

function describeAccess(
  access: Access | undefined,
  recent: RecentSignInRule | undefined,
  token: string | undefined,
): string {
  if (token !== undefined) return 'Public, unless the operator has set a token.';
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
function securityOf(access: Access | undefined, recent: RecentSignInRule | undefined): readonly object[] {
  if (access?.kind === 'public') return [];
  return access?.kind === 'permission' && recent?.tokens !== false
    ? [{ session: [] }, { apiToken: [] }]
    : [{ session: [] }];
}
