import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { validated } from '../platform/http/request-input.js';

/** A JSON object that a test sends. */
export type Body = Readonly<Record<string, unknown>>;

/** Where a value stands in a body: `['links', 0, 'url']`. */
export type FieldPath = readonly (string | number)[];

export interface DtoField {
  readonly path: FieldPath;
  /** A value that the rules accept there. */
  readonly sample: unknown;
}

/**
 * The smallest body that a request class accepts, found by trying values against its rules: it knows no class, so a new
 * one needs nothing here unless its rules are stranger than {@link WORDS}.
 * @throws Error that says what to do about a class that was added
 */
export function validBody(dto: Type<object>): Body {
  const known = valid.get(dto);
  if (known) return known;
  const body: Record<string, unknown> = {};
  for (const name of fieldNames(dto)) {
    if (refuses(dto, body, name)) body[name] = sampleOf(dto, name, body);
  }
  validated(dto, body);
  valid.set(dto, body);
  return body;
}

/** Found once: a sweep asks for them with each request. */
const valid = new WeakMap<Type<object>, Body>();

/** Every field of a request class, those of nested classes and the items of lists too. */
export function fieldsOf(dto: Type<object>): readonly DtoField[] {
  const base = validBody(dto);
  return fieldNames(dto).flatMap((name) => {
    const sample = sampleOf(dto, name, base);
    const own = { path: [name], sample };
    const [item] = Array.isArray(sample) ? sample : [];
    const nested = nestedClass(dto, name, sample);
    if (!nested) return [own, ...below(own)];
    const inside = Array.isArray(sample) ? [name, 0] : [name];
    const members = fieldsOf(nested).map((field) => ({ ...field, path: [...inside, ...field.path] }));
    return [own, ...(Array.isArray(sample) ? [{ path: inside, sample: item }] : []), ...members];
  });
}

/** What a value that no class describes holds: the items of a list, the members of an object, and theirs. */
function below({ path, sample }: DtoField): readonly DtoField[] {
  if (typeof sample !== 'object' || sample === null) return [];
  const inside = Array.isArray(sample)
    ? sample.slice(0, 1).map((item: unknown) => ({ path: [...path, 0], sample: item }))
    : Object.entries(sample).map(([name, member]: [string, unknown]) => ({
        path: [...path, name],
        sample: member,
      }));
  return inside.flatMap((field) => [field, ...below(field)]);
}

/** A body with another value at one place, which need not be there yet. */
export function withValue(dto: Type<object>, body: Body, path: FieldPath, value: unknown): Body {
  const [name = '', ...rest] = path;
  const start = rest.length === 0 || name in body ? {} : { [name]: sampleOf(dto, String(name), body) };
  const copy: Record<string, unknown> = structuredClone({ ...body, ...start });
  put(copy, path, value);
  return copy;
}

/** Whether the rules accept a body; the same answer as the server's. */
export function isValid(dto: Type<object>, body: Body): boolean {
  try {
    validated(dto, body);
    return true;
  } catch {
    return false;
  }
}

/** Names of the members that a request class has rules for. */
export function fieldNames(dto: Type<object>): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/** What our rules ask for, the likeliest first. */
const WORDS: readonly unknown[] = [
  'Some words',
  'someone@example.test',
  '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41',
  'https://example.test/',
  '2026-05-04T03:02:01Z',
  '2026-05-04',
  'draft',
  '10',
  'user.create',
  'Editor',
  'UTC',
  '/somewhere',
  '0'.repeat(64), // the hash of a report
  'status=draft',
  'github',
  'refs/heads/main',
  'aaaaaaaaaaaa',
  'true',
  1,
  true,
  { SenderName: 'Some words' },
  passkeyAnswer({ clientDataJSON: 'AAAA', attestationObject: 'AAAA' }),
  passkeyAnswer({ clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }),
];

/** What a browser's WebAuthn gives. */
function passkeyAnswer(response: Body): Body {
  return { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response };
}

function sampleOf(dto: Type<object>, name: string, body: Body): unknown {
  const found = candidates(dto, name).find((value) => !refuses(dto, { ...body, [name]: value }, name));
  if (found !== undefined) return found;
  throw new Error(
    `No value is known that ${dto.name}.${name} accepts: add one to WORDS in testing/valid-body.ts.`,
  );
}

/** Words that stand in the rules themselves come first: the members of a closed set. */
function candidates(dto: Type<object>, name: string): readonly unknown[] {
  const nested = nestedClass(dto, name, [{}]) ?? nestedClass(dto, name, {});
  if (nested) return [[validBody(nested)], validBody(nested)];
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const sets = rules
    .filter(({ propertyName }) => propertyName === name)
    .flatMap(({ constraints }): unknown[] => constraints ?? [])
    .flatMap((each): readonly unknown[] => (Array.isArray(each) ? each : []));
  const scalars = [...sets, ...WORDS];
  return [...scalars, ...scalars.map((value) => [value])];
}

/** The class of what stands in a field; undefined for scalars. */
function nestedClass(dto: Type<object>, name: string, sample: unknown): Type<object> | undefined {
  const value: unknown = Reflect.get(plainToInstance(dto, { [name]: sample }), name);
  const item: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof item !== 'object' || item === null || item.constructor === Object) return undefined;
  const constructor: unknown = item.constructor;
  return isClass(constructor) ? constructor : undefined;
}

const isClass = (value: unknown): value is Type<object> => typeof value === 'function';

function refuses(dto: Type<object>, body: Body, name: string): boolean {
  const errors = validateSync(plainToInstance(dto, body), { forbidUnknownValues: true });
  return errors.some(({ property }) => property === name);
}

function put(container: object, path: FieldPath, value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return void Reflect.set(container, name, value);
  // What is left out of the smallest body inside another thing: a list or an object that is to hold the value.
  if (Reflect.get(container, name) === undefined)
    Reflect.set(container, name, typeof rest[0] === 'number' ? [] : {});
  const next: unknown = Reflect.get(container, name);
  if (typeof next !== 'object' || next === null) throw new Error(`There is nothing at ${path.join('.')}.`);
  put(next, rest, value);
}
