import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_FOLDER } from '../config/app-folder.js';

/** A JSON schema, as far as it is looked into here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/** What the code says of a controller or one of its methods. */
export interface RouteDescription {
  /** The first sentence of its comment, without the full stop. */
  readonly summary: string;
  readonly description: string;
  readonly body?: Schema;
  readonly query?: Schema;
  /** Null for a response without content. */
  readonly returns?: Schema | null;
}

/** Written by `apps/api/describe.mjs`, which is part of the build. */
export interface RouteDescriptions {
  /** By `Controller`, and `Controller.method`. */
  readonly operations: Readonly<Record<string, RouteDescription>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export async function readRouteDescriptions(): Promise<RouteDescriptions> {
  const text = await readFile(join(APP_FOLDER, 'dist/openapi/routes.json'), 'utf8');
  return JSON.parse(text) as RouteDescriptions; // our own build wrote it
}

/** The schema that a reference leads to. */
export const resolved = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameIn(schema.$ref)] ?? {});

export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
