import { type INestApplication, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { extensionPoint } from '../core/features.js';
import { type Route, routesOf } from '../http/controllers.js';
import { HIDDEN } from '../http/openapi-marks.js';
import { routeInputOf } from '../http/request-input.js';
import { withRules } from './dto-schema.js';
import { operationOf, pathOf, PARAMETERS, RESPONSES, SECURITY_SCHEMES, tagOf } from './operation.js';
import { readRouteDescriptions, type RouteDescriptions } from './route-descriptions.js';

/** What a feature says about its routes beyond what their code does. */
interface OpenApiPart {
  readonly SCHEMAS: Readonly<Record<string, object>>;
  /** By method and path, such as `POST /health/ready`. */
  readonly OPERATIONS: Readonly<Record<string, object>>;
}

/** Loaded with the document. */
export const OPENAPI_PARTS = extensionPoint<() => Promise<OpenApiPart>>('OpenAPI parts');

/** The members of an OpenAPI 3.1 document that this one has. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const INFO = {
  title: 'Sitedesk',
  version: '1',
  summary: 'One backend for many sites.',
  description: 'The public services, the health probes and the API of the administration.',
  license: { name: 'MIT', identifier: 'MIT' },
};

/** Makes the OpenAPI document when it is first requested. */
@Injectable()
export class OpenApiService {
  private app: INestApplication | undefined;
  private made: Promise<OpenApiDocument> | undefined;

  /** The application whose routes are described; called once it is put together. */
  describes(app: INestApplication): void {
    this.app = app;
  }

  document(): Promise<OpenApiDocument> {
    this.made ??= this.make();
    return this.made;
  }

  /** Paths and who may call them come from the routes themselves, schemas and summaries from what the build read in the code. */
  private async make(): Promise<OpenApiDocument> {
    if (!this.app) throw new Error('The application is not put together yet.');
    const { features } = this.app.get<Runtime>(RUNTIME);
    const parts = await Promise.all(features.of(OPENAPI_PARTS).map((load) => load()));
    const operations = Object.assign({}, ...parts.map(({ OPERATIONS }) => OPERATIONS));
    const described = await readRouteDescriptions();
    const routes = routesOf(this.app.get(ModulesContainer))
      .filter(({ controller }) => !Reflect.hasMetadata(HIDDEN, controller))
      .sort(byPath);
    const paths: Record<string, Record<string, object>> = {};
    for (const route of routes) {
      const path = pathOf(route);
      const operation = operationOf(route, described, isAlone(route, routes));
      (paths[path] ??= {})[route.verb.toLowerCase()] = {
        ...operation,
        ...operations[`${route.verb} ${path}`],
      };
    }
    const schemas = Object.assign(schemasOf(routes, described), ...parts.map(({ SCHEMAS }) => SCHEMAS));
    return {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: '/' }], // where the document itself comes from, whatever stands in front
      tags: tagsOf(routes, described),
      paths,
      components: {
        schemas: usedIn(schemas, paths),
        responses: RESPONSES,
        parameters: PARAMETERS,
        securitySchemes: SECURITY_SCHEMES,
      },
    };
  }
}

const byPath = (a: Route, b: Route): number => compare(a.path, b.path) || compare(a.verb, b.verb);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Whether a method answers at one path only. */
const isAlone = (route: Route, routes: readonly Route[]): boolean =>
  routes.filter(({ method }) => method === route.method).length === 1;

function tagsOf(routes: readonly Route[], described: RouteDescriptions): OpenApiDocument['tags'] {
  const controllers = [...new Set(routes.map(({ controller }) => controller.name))].sort(compare);
  return controllers.map((name) => {
    const { summary = '', description = '' } = described.operations[name] ?? {};
    return { name: tagOf(name), description: `${summary}. ${description}`.trim() };
  });
}

/** Request schemas with the limits of the rules that check them. */
function schemasOf(routes: readonly Route[], described: RouteDescriptions): Record<string, object> {
  const schemas = structuredClone(described.schemas);
  for (const { controller, name, method } of routes) {
    const { body } = routeInputOf(method);
    const schema = described.operations[`${controller.name}.${name}`]?.body;
    if (body && schema) withRules(schema, body, schemas);
  }
  return schemas;
}

/** Schemas that paths refer to, directly or through others. */
function usedIn(schemas: Readonly<Record<string, object>>, paths: object): Readonly<Record<string, object>> {
  const used = new Set<string>();
  const collect = (value: object): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (used.has(name) || !schema) continue;
      used.add(name);
      collect(schema);
    }
  };
  collect([paths, RESPONSES]);
  return Object.fromEntries([...used].sort(compare).map((name) => [name, schemas[name] ?? {}]));
}
