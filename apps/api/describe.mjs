// Writes what the code says of each route, for the OpenAPI document: summaries from the comments on controllers, and JSON
// schemas of requests and responses from the types. So a response has no second description that could differ from it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** @typedef {Readonly<Record<string, unknown>>} Schema */

const FOLDER = import.meta.dirname;
const OUTPUT = join(FOLDER, 'dist/openapi/routes.json');
/** Decorators of methods that name the media type of what they send: streams and bytes as they are, unless its type is ours. */
const MEDIA_TYPES = new Set(['Sends', 'Header']);
/** Decorators of parameters that are read with a class. */
const INPUTS = { JsonBody: 'body', QueryInput: 'query' };

/** Sent by no method: errors. */
const OTHER_TYPES = [{ file: 'src/platform/http/problem.ts', name: 'Problem' }];

const { fileNames, options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(FOLDER, 'tsconfig.app.json'), ts.sys.readFile).config,
  ts.sys,
  FOLDER,
);
const controllers = fileNames.filter((name) => name.endsWith('.controller.ts')).sort();
const others = OTHER_TYPES.map(({ file }) => join(FOLDER, file));
const settings = { ...options, composite: false, incremental: false, types: [] };
const host = ts.createCompilerHost(settings);
const resolutions = ts.createModuleResolutionCache(FOLDER, (name) => name, settings);
/** Packages are not read, Node's types included: that would take most of the time, and responses have types of our own. */
const OWN_MODULES = /^(\.|@sitedesk\/)/;
host.resolveModuleNameLiterals = (names, file, redirected, each) =>
  names.map(({ text }) =>
    OWN_MODULES.test(text)
      ? ts.resolveModuleName(text, file, each, host, resolutions, redirected, ts.ModuleKind.ESNext)
      : { resolvedModule: undefined },
  );
const program = ts.createProgram([...controllers, ...others], settings, host);
const checker = program.getTypeChecker();

/** @type {Map<string, { readonly owner: ts.Symbol, schema: Schema }>} */
const named = new Map();

/**
 * @param {ts.ClassDeclaration} controller
 * @returns {readonly (readonly [string, unknown])[]} the class and its methods, by name
 */
function describeController(controller) {
  const name = controller.name?.text ?? '';
  const methods = controller.members.filter(ts.isMethodDeclaration).filter(isDecorated);
  return [
    [name, commentOf(controller.name && checker.getSymbolAtLocation(controller.name))],
    ...methods.map((method) => /** @type {const} */ ([`${name}.${method.name.getText()}`, describe(method)])),
  ];
}

/** @param {ts.MethodDeclaration} method */
const isDecorated = (method) => decoratorsOf(method).length > 0;

/**
 * Names of the decorators that are called.
 * @param {ts.HasDecorators} place
 */
const decoratorsOf = (place) =>
  (ts.getDecorators(place) ?? []).flatMap(({ expression }) =>
    ts.isCallExpression(expression) ? [expression.expression.getText()] : [],
  );

/** @param {ts.MethodDeclaration} method */
function describe(method) {
  try {
    const signature = checker.getSignatureFromDeclaration(method);
    if (!signature) throw new Error('It has no signature.');
    const returned = checker.getReturnTypeOfSignature(signature);
    const sent = checker.getAwaitedType(returned) ?? returned;
    const isRaw = sent.flags & ts.TypeFlags.Any && decoratorsOf(method).some((name) => MEDIA_TYPES.has(name));
    return {
      ...commentOf(checker.getSymbolAtLocation(method.name)),
      ...Object.fromEntries(method.parameters.flatMap(inputOf)),
      returns: isRaw ? { type: 'string' } : schemaOf(sent),
    };
  } catch (cause) {
    const { fileName } = method.getSourceFile();
    throw new Error(`${relative(FOLDER, fileName)}: ${method.name.getText()} can’t be described.`, { cause });
  }
}

/** @param {ts.ParameterDeclaration} parameter */
function inputOf(parameter) {
  return decoratorsOf(parameter).flatMap((name) => {
    const kind = INPUTS[name];
    return kind ? [[kind, schemaOf(checker.getTypeAtLocation(parameter))]] : [];
  });
}

/**
 * The first sentence of a comment, and the others.
 * @param {ts.Symbol | undefined} symbol
 */
function commentOf(symbol) {
  const text = documentation(symbol);
  const [, first = text, rest = ''] = /^(.+?)\.(?:\s+(.*))?$/s.exec(text) ?? [];
  return { summary: first, description: rest };
}

/** @param {ts.Symbol | undefined} symbol */
function documentation(symbol) {
  const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
  return text
    .replaceAll(/\{@link (\w+)[^}]*\}/g, '`$1`')
    .replaceAll(/ \((specification|RFC) [^)]*\)/g, '')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/**
 * @param {ts.Type} type
 * @returns {Schema | null} null for nothing
 */
function schemaOf(type) {
  if (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) return null;
  const symbol = type.aliasSymbol ?? type.symbol;
  if (symbol?.name === 'Versioned')
    return schemaOf(checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))[0] ?? type);
  if (isGlobal(symbol, 'Date')) return { type: 'string', format: 'date-time' };
  const name = nameOf(type, symbol);
  if (name === undefined || !symbol) return shapeOf(type);
  const known = named.get(name);
  if (known && known.owner !== symbol) throw new Error(`Two types of the API are called ${name}.`);
  if (!known) {
    const entry = { owner: symbol, schema: {} };
    named.set(name, entry); // before its members, which may lead back to it
    const description = documentation(symbol);
    entry.schema = { ...(description ? { description } : {}), ...shapeOf(type) };
  }
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * What a type is called in the document, unless it stands where it is used: literals, and generic types.
 * @param {ts.Type} type
 * @param {ts.Symbol | undefined} symbol
 */
function nameOf(type, symbol) {
  if (!symbol || symbol.name.startsWith('__')) return undefined;
  if (type.aliasSymbol) return type.aliasTypeArguments ? undefined : symbol.name;
  if (!(type.flags & ts.TypeFlags.Object)) return undefined;
  if (checker.isArrayType(type) || checker.isTupleType(type)) return undefined;
  const { objectFlags } = /** @type {ts.ObjectType} */ (type);
  if (objectFlags & ts.ObjectFlags.Mapped) return undefined;
  const generic = objectFlags & ts.ObjectFlags.Reference;
  const types = generic ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (type)) : [];
  return types.some(({ flags }) => !(flags & ts.TypeFlags.String))
    ? undefined
    : symbol.name.replace(/Dto$/, 'Request');
}

/**
 * @param {ts.Symbol | undefined} symbol
 * @param {string} name
 */
const isGlobal = (symbol, name) =>
  symbol?.name === name &&
  (symbol.declarations ?? []).some((each) => program.isSourceFileDefaultLibrary(each.getSourceFile()));

/**
 * @param {ts.Type} type
 * @returns {Schema}
 */
function shapeOf(type) {
  const { flags } = type;
  if (flags & ts.TypeFlags.Unknown) return {};
  // Also what comes from a package that is not read.
  if (flags & ts.TypeFlags.Any) throw new Error('A type is any, or of a package that isn’t read here.');
  if (flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.isStringLiteral() || type.isNumberLiteral())
    return { type: typeof type.value, enum: [type.value] };
  if (flags & ts.TypeFlags.BooleanLiteral)
    return { type: 'boolean', enum: [checker.typeToString(type) === 'true'] };
  if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
  if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
  if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
  if (flags & ts.TypeFlags.NonPrimitive) return { type: 'object' };
  if (type.isUnion()) return unionOf(type.types);
  if (type.isIntersection()) {
    const plain = type.types.find((each) => each.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike));
    if (plain) return shapeOf(plain); // a string with a mark that only types have
  }
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return listOf(/** @type {ts.TypeReference} */ (type));
  if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectOf(type);
  throw new Error(`${checker.typeToString(type)} can’t be sent as JSON.`);
}

/** @param {readonly ts.Type[]} types */
function unionOf(types) {
  const isNull = types.some(({ flags }) => flags & ts.TypeFlags.Null);
  const schemas = types
    .filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)))
    .map((each) => schemaOf(each) ?? {});
  const choices = joinLiterals(schemas);
  const [only] = choices;
  if (!isNull) return choices.length === 1 && only ? only : { anyOf: choices };
  if (choices.length !== 1 || typeof only?.['type'] !== 'string')
    return { anyOf: [...choices, { type: 'null' }] };
  const { enum: values } = only;
  return {
    ...only,
    type: [only['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

/**
 * Literals of one type become one schema; both booleans become the type.
 * @param {readonly Schema[]} schemas
 * @returns {readonly Schema[]}
 */
function joinLiterals(schemas) {
  const literals = ['string', 'number', 'boolean'].flatMap((type) => {
    const values = schemas
      .filter((each) => each['type'] === type && 'enum' in each)
      .flatMap((each) => each['enum']);
    if (values.length === 0) return [];
    return [type === 'boolean' && values.length === 2 ? { type } : { type, enum: values.sort() }];
  });
  return [...literals, ...schemas.filter((each) => !('enum' in each))];
}

/** @param {ts.TypeReference} type */
function listOf(type) {
  const items = checker.getTypeArguments(type).map((each) => schemaOf(each) ?? {});
  if (checker.isArrayType(type)) return { type: 'array', items: items[0] ?? {} };
  const { target } = /** @type {ts.TupleTypeReference} */ (type);
  if (target.hasRestElement) return { type: 'array', minItems: target.minLength, items: { anyOf: items } };
  return { type: 'array', minItems: target.minLength, maxItems: items.length, prefixItems: items };
}

/** @param {ts.Type} type */
function objectOf(type) {
  const members = checker.getPropertiesOfType(type).filter(isData);
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  const required = members.filter((each) => !isOptional(each)).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    ...(members.length > 0 ? { properties: Object.fromEntries(members.map(propertyOf)) } : {}),
    ...(index ? { additionalProperties: schemaOf(index.type) ?? {} } : {}),
  };
}

/** @param {ts.Symbol} member */
function propertyOf(member) {
  const description = documentation(member);
  const schema = schemaOf(checker.getTypeOfSymbol(member)) ?? {};
  return [member.name, description ? { ...schema, description } : schema];
}

/**
 * What `JSON.stringify` writes.
 * @param {ts.Symbol} member
 */
function isData(member) {
  const isHidden = (member.declarations ?? []).some(
    (each) => ts.getCombinedModifierFlags(each) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  );
  if (isHidden || member.name.startsWith('__@')) return false;
  const type = checker.getTypeOfSymbol(member);
  if (member.name === 'toJSON')
    throw new Error(
      `toJSON of ${relative(FOLDER, member.declarations?.[0]?.getSourceFile().fileName ?? '')} isn’t described.`,
    );
  return checker.getSignaturesOfType(type, ts.SignatureKind.Call).length === 0;
}

/** @param {ts.Symbol} member */
function isOptional(member) {
  if (member.flags & ts.SymbolFlags.Optional) return true;
  const type = checker.getTypeOfSymbol(member);
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}

const operations = controllers.flatMap((file) => {
  const source = program.getSourceFile(file);
  return source ? source.statements.filter(ts.isClassDeclaration).flatMap(describeController) : [];
});
for (const { file, name } of OTHER_TYPES) {
  const source = program.getSourceFile(join(FOLDER, file));
  const declaration = source?.statements
    .filter(ts.isInterfaceDeclaration)
    .find((each) => each.name.text === name);
  if (!declaration) throw new Error(`There is no ${name} in ${file}.`);
  schemaOf(checker.getTypeAtLocation(declaration));
}
/** @param {Iterable<readonly [string, unknown]>} entries */
const sorted = (entries) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
mkdirSync(dirname(OUTPUT), { recursive: true });
writeFileSync(
  OUTPUT,
  JSON.stringify({
    operations: sorted(operations),
    schemas: sorted([...named].map(([name, { schema }]) => [name, schema])),
  }),
);
