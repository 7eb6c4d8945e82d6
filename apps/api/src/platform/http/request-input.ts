import { createParamDecorator, type ExecutionContext, NotFoundException, type Type } from '@nestjs/common';
import type { RuleLimits } from '@sitedesk/contract/field-rules';
import { isId, treesOf } from '@sitedesk/contract/rules';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { type JsonLimits, readJsonObject, requireJsonType } from './json-body.js';
import { type FieldError, ValidationProblem } from './problem.js';
import { declaredType } from './route-metadata.js';

/** For a form of some fields; anyone who takes lists of objects says how much that is. */
const DEFAULT_LIMITS: JsonLimits = { maxBytes: 65_536, maxKeys: 64 };

/** What a handler takes from its request, for anyone who enumerates the routes. */
interface RouteInput {
  readonly body?: Type<object>;
  readonly bodyLimits?: JsonLimits;
  readonly query?: Type<object>;
  /** Names of the path parameters that are ids. */
  readonly ids: readonly string[];
  /** Further values of one of these. */
  readonly idWords?: readonly string[];
  /** Those of them that are numbers, such as an article's. */
  readonly numbers?: readonly string[];
  /** Whether `If-Match` has to name the version that the caller has read. */
  readonly expectsVersion?: boolean;
}

/** How a body is written. */
interface BodyShape {
  /** Whether its members may begin with a capital letter, as programs of other platforms write them. */
  readonly isCapitalised?: boolean;
}

const ROUTE_INPUT = 'sitedesk:route-input';

rememberRules();

/** What the decorators below have noted of a handler. */
export const routeInputOf = (handler: object): RouteInput =>
  Reflect.getOwnMetadata(ROUTE_INPUT, handler) ?? { ids: [] };

/**
 * The body of a request as an instance of the class that the parameter is declared with, read and validated once every
 * guard has agreed. Members that the class does not have are refused by name, so that nobody sets what is not his to set.
 * @throws ValidationProblem, MalformedBodyException, BodyTooLargeException, NotJsonException
 */
export const JsonBody =
  ({ isCapitalised = false, ...limits }: Partial<JsonLimits> & BodyShape = {}): ParameterDecorator =>
  (target, key, index) => {
    const dto = declaredType(target, key, index);
    const bodyLimits = { ...DEFAULT_LIMITS, ...limits };
    noteInput(target, key, { body: dto, bodyLimits });
    jsonBody({ dto, bodyLimits, isCapitalised })(target, key, index);
  };

const jsonBody = createParamDecorator(
  async (
    {
      dto,
      bodyLimits,
      isCapitalised,
    }: { readonly dto: Type<object>; readonly bodyLimits: JsonLimits; readonly isCapitalised: boolean },
    context: ExecutionContext,
  ) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireJsonType(request);
    const input = await readJsonObject(request, bodyLimits);
    return validated(dto, isCapitalised ? uncapitalised(input) : input);
  },
);

/** The same with names that begin with a small letter, in objects within it too. */
const uncapitalised = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]: [string, unknown]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      typeof value === 'object' && value !== null && !Array.isArray(value) ? uncapitalised(value) : value,
    ]),
  );

/** The query of a request, likewise; a key that the class does not have, or a repeated one, is refused. */
export const QueryInput = (): ParameterDecorator => (target, key, index) => {
  const dto = declaredType(target, key, index);
  noteInput(target, key, { query: dto });
  queryInput(dto)(target, key, index);
};

const queryInput = createParamDecorator((dto: Type<object>, context: ExecutionContext) =>
  validated(dto, { ...context.switchToHttp().getRequest<{ query: object }>().query }),
);

/**
 * A path parameter that is an id, or one of `words`. What cannot be one names nothing that exists: 404.
 * @param words further values, taken as they are written
 */
export const IdParam =
  (name: string, words: readonly string[] = []): ParameterDecorator =>
  (target, key, index) => {
    noteInput(target, key, { ids: [name], idWords: words });
    idParam({ name, words })(target, key, index);
  };

const idParam = createParamDecorator(
  (
    { name, words }: { readonly name: string; readonly words: readonly string[] },
    context: ExecutionContext,
  ): string => {
    const { params } = context.switchToHttp().getRequest<{ params: Readonly<Record<string, unknown>> }>();
    const value = params[name];
    if (typeof value === 'string' && words.includes(value)) return value;
    if (!isId(value)) throw new NotFoundException();
    return value.toLowerCase();
  },
);

/** A path parameter that is a number, such as an article's. What can't be one names nothing: 404. */
export const NumberParam =
  (name: string): ParameterDecorator =>
  (target, key, index) => {
    noteInput(target, key, { ids: [name], numbers: [name] });
    numberParam(name)(target, key, index);
  };

const LAST_NUMBER = 2_147_483_647;

const numberParam = createParamDecorator((name: string, context: ExecutionContext): number => {
  const { params } = context.switchToHttp().getRequest<{ params: Readonly<Record<string, unknown>> }>();
  const value = params[name];
  if (typeof value !== 'string' || !/^[1-9]\d{0,9}$/.test(value) || Number(value) > LAST_NUMBER)
    throw new NotFoundException();
  return Number(value);
});

/**
 * class-validator goes through the rules of all classes for each object that it validates. Those of one class stay the same
 * once it's defined, as no validation here asks for some of its rules only.
 */
function rememberRules(): void {
  const storage = getMetadataStorage();
  const rulesOf = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<object, ReturnType<typeof rulesOf>>();
  storage.getTargetValidationMetadatas = (dto, ...options) => {
    const rules = known.get(dto) ?? rulesOf(dto, ...options);
    known.set(dto, rules);
    return rules;
  };
}

/** What every object has: class-transformer leaves such members out without a word, or calls them. */
const isReserved = (name: string): boolean => name in Object.prototype;

/** @throws ValidationProblem naming every field that breaks a rule */
export function validated<Dto extends object>(dto: Type<Dto>, input: object): Dto {
  const misleading = misleadingMembers(input, '');
  if (misleading.length > 0) throw new ValidationProblem(misleading);
  const instance = instanceOf(dto, input);
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (errors.length > 0) throw new ValidationProblem(errors.flatMap((error) => fieldErrors(error, '')));
  return instance;
}

/** As the class, with its trees as they came: a copy of a long text would take longer than all checks of it. */
function instanceOf<Dto extends object>(dto: Type<Dto>, input: object): Dto {
  const trees = treesOf(dto.prototype as object); // the edge: typed `any`
  const [copied, kept]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, member] of Object.entries(input)) (trees.includes(name) ? kept : copied)[name] = member;
  return Object.assign(plainToInstance(dto, copied, { enableImplicitConversion: false }), kept);
}

/**
 * What the validation would not see, however deep it stands: members that are called like what every object has, and a
 * list in a list, which class-validator takes for its items. No request has one by mistake.
 */
function misleadingMembers(value: object, path: string): readonly FieldError[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const field = path + name;
    if (isReserved(name)) return [unknownField(field)];
    if (typeof member !== 'object' || member === null) return [];
    if (Array.isArray(value) && Array.isArray(member)) {
      return [{ field, message: `${field} can’t be a list` }];
    }
    return misleadingMembers(member, `${field}.`);
  });
}

const UNKNOWN = 'whitelistValidation';
const unknownField = (field: string): FieldError => ({
  field,
  message: `${field} isn’t a known field`,
  rule: UNKNOWN,
});

/** Leaves a note on the handler of a decorated parameter. */
export function noteInput(
  target: object,
  key: string | symbol | undefined,
  input: Partial<RouteInput>,
): void {
  const handler: unknown = key === undefined ? undefined : Reflect.get(target, key);
  if (typeof handler !== 'function') return;
  const before = routeInputOf(handler);
  const ids = [...before.ids, ...(input.ids ?? [])];
  const numbers = [...(before.numbers ?? []), ...(input.numbers ?? [])];
  Reflect.defineMetadata(ROUTE_INPUT, { ...before, ...input, ids, numbers }, handler);
}

function fieldErrors(error: ValidationError, path: string): readonly FieldError[] {
  const field = path + error.property;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]): FieldError => {
    if (rule === UNKNOWN) return unknownField(field);
    const limits: RuleLimits | undefined = error.contexts?.[rule];
    return { field, message, rule, ...(limits ? { limits } : {}) };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}
