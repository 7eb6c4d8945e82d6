import { setTimeout as wait } from 'node:timers/promises';
import type { default as Provider } from 'oidc-provider';
import { readBody } from '../local-server.js';
import type { DirectoryBehaviour } from './oidc-directory-behaviours.js';
import type { OidcPeople } from './oidc-people.js';
import type { OidcMiddleware } from './oidc-sign-in.js';

type DirectoryContext = Parameters<OidcMiddleware>[0];

/** Where `foreign-next-link` points; nothing listens there. */
export const FOREIGN_DIRECTORY = 'http://127.0.0.1:9';

const BASE = '/graph/v1.0';
const MEMBER_OBJECTS = /^\/graph\/v1\.0\/(?:me|users\/([^/]+))\/getMemberObjects$/;
const TRANSITIVE_GROUPS = `${BASE}/me/transitiveMemberOf/microsoft.graph.group`;

interface Page {
  readonly value: readonly string[];
  readonly nextLink: string | undefined;
}

/** The part of an enterprise directory that returns someone's groups, for the bearer of an access token. */
export class OidcDirectory {
  private behaviour: DirectoryBehaviour = 'ok';
  private timesLeft = Infinity;

  constructor(
    private readonly people: OidcPeople,
    private readonly pageSize: number,
  ) {}

  behave(behaviour: DirectoryBehaviour, times = Infinity): void {
    this.behaviour = behaviour;
    this.timesLeft = times;
  }

  middleware(provider: Provider): OidcMiddleware {
    return async (context, next) => {
      if (!context.path.startsWith(`${BASE}/`)) return next();
      const behaviour = this.take();
      if (typeof behaviour === 'object' && 'afterMs' in behaviour)
        await wait(behaviour.afterMs, undefined, { ref: false });
      if (misanswer(context, behaviour)) return;
      const subject = await bearer(provider, context);
      if (!subject || !this.people.active(subject))
        return fail(
          context,
          401,
          'InvalidAuthenticationToken',
          'Access token is missing, unknown or expired.',
        );
      return this.answer(context, subject, behaviour);
    };
  }

  private take(): DirectoryBehaviour {
    if (this.timesLeft <= 0) return 'ok';
    this.timesLeft -= 1;
    return this.behaviour;
  }

  private async answer(
    context: DirectoryContext,
    subject: string,
    behaviour: DirectoryBehaviour,
  ): Promise<void> {
    const memberObjects = MEMBER_OBJECTS.exec(context.path);
    if (!memberObjects && context.path !== TRANSITIVE_GROUPS)
      return fail(context, 404, 'ResourceNotFound', 'There is no such resource.');
    const asked = memberObjects?.[1];
    if (asked !== undefined && decodeURIComponent(asked) !== subject)
      return fail(context, 403, 'Authorization_RequestDenied', 'Only the own groups are told.');
    const later = context.URL.searchParams.has('$skiptoken');
    // The first page of an action is a POST; the pages after it are read.
    if (context.method !== (memberObjects && !later ? 'POST' : 'GET'))
      return fail(context, 405, 'Request_BadRequest', 'This method is not for this resource.');
    if (context.method === 'POST' && !asksForGroups(await readBody(context.req)))
      return fail(context, 400, 'Request_BadRequest', 'securityEnabledOnly is required and true or false.');
    const { value, nextLink } = this.page(context, this.people.get(subject).groups ?? []);
    context.body = {
      '@odata.context': `${context.URL.origin}${BASE}/$metadata`,
      ...linkTo(behaviour, context, nextLink),
      value: memberObjects ? value : value.map((id) => ({ id })),
    };
  }

  private page(context: DirectoryContext, groups: readonly string[]): Page {
    const { searchParams } = context.URL;
    const start = Number(searchParams.get('$skiptoken') ?? 0);
    const end = start + Math.min(this.pageSize, Number(searchParams.get('$top') ?? Infinity));
    const next = new URL(context.URL.href);
    next.searchParams.set('$skiptoken', String(end));
    return { value: groups.slice(start, end), nextLink: end < groups.length ? next.href : undefined };
  }
}

function linkTo(
  behaviour: DirectoryBehaviour,
  context: DirectoryContext,
  nextLink: string | undefined,
): { readonly '@odata.nextLink'?: string } {
  if (behaviour === 'foreign-next-link') return { '@odata.nextLink': `${FOREIGN_DIRECTORY}${context.url}` };
  if (behaviour === 'endless')
    return { '@odata.nextLink': `${context.URL.origin}${TRANSITIVE_GROUPS}?$skiptoken=0` };
  return nextLink === undefined ? {} : { '@odata.nextLink': nextLink };
}

/** True when the answer is already given, no matter who asks. */
function misanswer(context: DirectoryContext, behaviour: DirectoryBehaviour): boolean {
  if (typeof behaviour === 'object') {
    if ('afterMs' in behaviour) return false;
    context.set('retry-after', String(behaviour.retryAfterSeconds));
    fail(context, 429, 'TooManyRequests', 'Try again later.');
    return true;
  }
  switch (behaviour) {
    case 'error-500':
      fail(context, 500, 'InternalServerError', 'Something went wrong.');
      return true;
    case 'forbidden':
      fail(context, 403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
      return true;
    case 'garbage':
      context.type = 'application/json';
      context.body = '{"value":["';
      return true;
    case 'wrong-types':
      context.body = { value: { id: 7 } };
      return true;
    case 'silent':
      context.respond = false;
      context.res.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      return true;
    case 'ok':
    case 'foreign-next-link':
    case 'endless':
      return false;
    default:
      return behaviour satisfies never;
  }
}

async function bearer(provider: Provider, context: DirectoryContext): Promise<string | undefined> {
  const [scheme, token] = context.get('authorization').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined;
  return (await provider.AccessToken.find(token))?.accountId;
}

function asksForGroups(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return (
      typeof value === 'object' &&
      value !== null &&
      'securityEnabledOnly' in value &&
      typeof value.securityEnabledOnly === 'boolean'
    );
  } catch {
    return false; // no JSON asks for nothing
  }
}

function fail(context: DirectoryContext, status: number, code: string, message: string): void {
  context.status = status;
  context.body = { error: { code, message } };
}
