import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { nameIn, resolved, type Schema } from './route-descriptions.js';

/** JSON Schema of an object. */
interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
  readonly additionalProperties: false;
}

interface Rule {
  readonly type: string;
  readonly name?: string;
  readonly each?: boolean;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
}

/** What each rule of the request classes says of a value. */
const RULE_SCHEMAS: Readonly<Record<string, (constraint: unknown) => object>> = {
  isLine: () => ({ type: 'string', description: 'One line.' }),
  isText: () => ({ type: 'string' }),
  isMailbox: () => ({ type: 'string', format: 'email' }),
  isTypedSecret: () => ({ type: 'string', format: 'password' }),
  isId: () => ({ type: 'string', format: 'uuid' }),
  isInstant: () => ({ type: 'string', format: 'date-time' }),
  isDay: () => ({ type: 'string', format: 'date' }),
  isPageLimit: () => ({ type: 'string', pattern: '^[1-9][0-9]*$' }),
  isCursor: () => ({ type: 'string', description: '`nextCursor` of an earlier page.' }),
  isWebAddress: () => ({ type: 'string', format: 'uri-reference' }),
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isIn: (values) => ({ enum: values }),
  min: (value) => ({ minimum: value }),
  max: (value) => ({ maximum: value }),
};
const LIST_SCHEMAS: Readonly<Record<string, (constraint: unknown) => object>> = {
  isArray: () => ({ type: 'array' }),
  arrayNotEmpty: () => ({ type: 'array', minItems: 1 }),
  arrayMinSize: (value) => ({ type: 'array', minItems: value }),
  arrayMaxSize: (value) => ({ type: 'array', maxItems: value }),
  arrayUnique: () => ({ type: 'array', uniqueItems: true }),
};

/** The JSON Schema of a request class, out of its validation rules: one truth for checking and for describing. */
export function schemaOf(dto: Type<object>): ObjectSchema {
  const rules: readonly Rule[] = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  const optional = new Set(
    rules.filter(({ type }) => type === 'conditionalValidation').map((rule) => rule.propertyName),
  );
  return {
    type: 'object',
    required: names.filter((name) => !optional.has(name)),
    properties: Object.fromEntries(names.map((name) => [name, propertySchema(dto, name, rules)])),
    additionalProperties: false,
  };
}

function propertySchema(dto: Type<object>, name: string, rules: readonly Rule[]): Schema {
  const own = rules.filter(({ propertyName }) => propertyName === name);
  const lists = own.map((rule) => LIST_SCHEMAS[rule.name ?? '']?.(rule.constraints?.[0]) ?? {});
  const values = own.map((rule) => RULE_SCHEMAS[rule.name ?? '']?.(rule.constraints?.[0]) ?? {});
  const nested = own.some(({ type }) => type === 'nestedValidation') ? nestedSchema(dto, name) : {};
  const value = Object.assign({}, ...values, nested);
  const list = Object.assign({}, ...lists);
  return 'type' in list || own.some(({ each }) => each) ? { type: 'array', ...list, items: value } : value;
}

/** Which class a member is made into is seen by making one: the library keeps that to itself. */
function nestedSchema(dto: Type<object>, name: string): object {
  const made: unknown = Reflect.get(plainToInstance(dto, { [name]: [{}] }), name);
  const [element]: readonly unknown[] = Array.isArray(made) ? made : [];
  const type: unknown = element?.constructor;
  return typeof type === 'function' && type !== Object ? schemaOf(type as Type<object>) : {}; // the edge: a class
}

/**
 * Adds the limits of a request class's rules to the schema of its type, and to those it refers to: the type knows what is what,
 * the rules how long or large it may be.
 */
export function withRules(schema: Schema, dto: Type<object>, schemas: Record<string, Schema>): Schema {
  return merged(schema, schemaOf(dto), schemas);
}

/** The members of a request class that is read from the query. */
export function queryParametersOf(
  dto: Type<object>,
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
): readonly object[] {
  const { properties = {}, required = [] } = withRules(resolved(schema, schemas), dto, { ...schemas });
  return Object.entries(properties).map(([name, { description, ...value }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: value,
  }));
}

function merged(schema: Schema, rules: Schema, schemas: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    if (name.endsWith('Request')) schemas[name] = merged(resolved(schema, schemas), rules, schemas);
    return schema;
  }
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(
      ([name, each]) => [name, merged(each, rules.properties?.[name] ?? {}, schemas)] as const,
    );
    return { ...schema, ...rules, properties: Object.fromEntries(properties) };
  }
  if (schema.items) return { ...rules, ...schema, items: merged(schema.items, rules.items ?? {}, schemas) };
  if ('anyOf' in schema) return schema;
  // No type says of a number that it is a whole one.
  return { ...rules, ...schema, ...(rules.type === 'integer' ? { type: 'integer' } : {}) };
}
