import type { Type } from '@nestjs/common';
import { GUARDS_METADATA, HEADERS_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { schemaOf } from '../platform/openapi/dto-schema.js';
import { AUDITED, type AuditMark } from '../platform/audit/audited.js';
import {
  type Access,
  ACCESS,
  ACCESS_COUNT,
  RECENT_SIGN_IN,
  type RecentSignInRule,
} from '../platform/http/access.js';
import { metadataOf, type Route, routesOf } from '../platform/http/controllers.js';
import { routeInputOf } from '../platform/http/request-input.js';
import { ThrottlePolicy } from '../platform/throttling/throttle-policy.decorator.js';

/** A route of the running application, and what its decorators say of it. */
export interface RouteInfo {
  /** In capitals, such as `POST`. */
  readonly method: string;
  /** As Fastify knows it: `/editor/audit/:id`. */
  readonly path: string;
  /** Name of the controller's class. */
  readonly controller: string;
  /** Name of the method that answers. */
  readonly handler: string;
  readonly access: Access | undefined;
  /** Access decorators on handler and controller together; exactly one is right. */
  readonly accessCount: number;
  /** What its row in the audit log is called. */
  readonly action: string | undefined;
  /** Why it has none. */
  readonly notAudited: string | undefined;
  /** Class given to `@JsonBody`. */
  readonly bodyDto: Type<object> | undefined;
  /** Keys that its body may have, lists of objects included. */
  readonly maxKeys: number | undefined;
  /** Class given to `@QueryInput`. */
  readonly queryDto: Type<object> | undefined;
  /** Names of the path parameters given to `@IdParam`. */
  readonly idParams: readonly string[];
  /** Rate policy, when it has one. */
  readonly throttlePolicy: string | undefined;
  /** Names of its own guards' classes, the controller's included. */
  readonly guards: readonly string[];
  /** Whether it asks for a recent sign-in. */
  readonly recentSignIn: RecentSignInRule | undefined;
  /** Headers of every answer, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Every route of an application, for tests that have to look at each: who may call it, a call for another tenant's id, a
 * wrong type in each field. A new route is in it automatically.
 */
export function listRoutes(app: {
  get(token: typeof ModulesContainer): ModulesContainer;
}): readonly RouteInfo[] {
  return routesOf(app.get(ModulesContainer)).map(infoOf);
}

/** What is missing or wrong in the decorators of a route, in words; empty for a good one. */
export function routeFaults(route: RouteInfo): readonly string[] {
  const changes = CHANGING.has(route.method);
  const { action, notAudited } = route;
  const faults: readonly (readonly [boolean, string])[] = [
    [route.accessCount !== 1, `has ${route.accessCount} access decorators instead of one`],
    [changes && action === undefined && notAudited === undefined, 'changes something and has no audit name'],
    [notAudited !== undefined && notAudited.length < 10, 'does not say why it is not audited'],
    [
      action !== undefined && !ACTION_NAME.test(action),
      `has the audit name ${action}, not one like user.create`,
    ],
    [changes && isPublic(route) && route.throttlePolicy === undefined, 'is open to anyone and not limited'],
    [changes && isPublic(route) && !route.guards.some(isOriginGuard), 'is open to the pages of other sites'],
    [route.method === 'GET' && CHANGING_VERB.test(route.handler), `is a GET called ${route.handler}`],
    [isEditor(route) && route.headers['cache-control'] !== undefined, 'sets a cache policy of its own'],
    // Where programs send documents, as other platforms have it, with keys.
    [
      !isEditor(route) && !isPublic(route) && !route.path.startsWith(`${DOCS_IMPORT_PATH}/`),
      `needs a sign-in outside ${EDITOR_PATH}`,
    ],
    [
      route.bodyDto !== undefined && keysOf(schemaOf(route.bodyDto)) > Number(route.maxKeys),
      'refuses bodies that its class allows: it needs a higher maxKeys',
    ],
    [unknownIds(route).length > 0, `takes ids that its path does not have: ${unknownIds(route).join()}`],
  ];
  return faults.flatMap(([wrong, words]) => (wrong ? [`${route.method} ${route.path} ${words}`] : []));
}

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const ACTION_NAME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/;
/** Verbs that no GET may be called. */
const CHANGING_VERB =
  /^(?:add|change|clear|complete|confirm|create|delete|disable|enable|end|finish|make|publish|remove|rename|replace|reset|revoke|rotate|save|send|set|store|submit|unlock|unset|update|upload|write)(?![a-z])/;

const isEditor = ({ path }: RouteInfo): boolean => path === EDITOR_PATH || path.startsWith(`${EDITOR_PATH}/`);

const isPublic = ({ access }: RouteInfo): boolean => access?.kind === 'public';

/** Guards that distinguish the site's own pages from others. */
const isOriginGuard = (guard: string): boolean => ORIGIN_GUARDS.has(guard);
const ORIGIN_GUARDS = new Set(['SameOriginGuard', 'AntiforgeryGuard', 'SubmitGuard', 'DeployOriginGuard']);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
}

/** Keys of the largest body that a class allows. */
const keysOf = ({ properties = {}, items, maxItems = 1 }: Schema): number =>
  Object.values(properties).reduce((keys, property) => keys + 1 + keysOf(property), 0) +
  (items ? maxItems * keysOf(items) : 0);

const unknownIds = ({ idParams, path }: RouteInfo): readonly string[] =>
  idParams.filter((name) => !path.split('/').includes(`:${name}`));

function infoOf(route: Route): RouteInfo {
  const { controller, name, method, verb, path } = route;
  const mark = metadataOf<AuditMark>(AUDITED, route);
  const { body, bodyLimits, query, ids } = routeInputOf(method);
  return {
    controller: controller.name,
    handler: name,
    method: verb,
    path,
    access: metadataOf<Access>(ACCESS, route),
    bodyDto: body,
    maxKeys: bodyLimits?.maxKeys,
    queryDto: query,
    idParams: ids,
    accessCount: countOf(method) + countOf(controller),
    action: mark?.kind === 'audited' ? mark.action : undefined,
    notAudited: mark?.kind === 'not-audited' ? mark.why : undefined,
    throttlePolicy: metadataOf<string>(ThrottlePolicy.KEY, route),
    recentSignIn: metadataOf<RecentSignInRule>(RECENT_SIGN_IN, route),
    guards: [...guardsOf(controller), ...guardsOf(method)],
    headers: headersOf(method),
  };
}

const countOf = (place: object): number => Number(Reflect.getMetadata(ACCESS_COUNT, place) ?? 0);

function guardsOf(place: object): readonly string[] {
  const guards: readonly unknown[] = Reflect.getMetadata(GUARDS_METADATA, place) ?? [];
  return guards.map((guard) => (typeof guard === 'function' ? guard.name : 'an object'));
}

function headersOf(method: object): Readonly<Record<string, string>> {
  const headers: readonly { readonly name: string; readonly value: unknown }[] =
    Reflect.getMetadata(HEADERS_METADATA, method) ?? [];
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), String(value)]));
}
