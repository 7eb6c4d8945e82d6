/**
 * Finds statements that read rows of articles without naming their site: what row-level security would hide from them. Every statement that
 * backends send in tests is collected, and PostgreSQL's own plan says once for each how it reads. Part of `backend-host.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** These look through all sites on purpose, and say only where there is something to do. Names of prepared statements. */
const OF_ALL_SITES = new Set([
  'plans_due_sites',
  'releases_due_sites',
  'files_due_sites',
  'archives_due_sites',
]);

const CONTENT = join(import.meta.dirname, '../../apps/api/src/content');

/** Tables of a site that migrations of the content area have created. */
const TABLES = new Set(
  readdirSync(CONTENT, { recursive: true })
    .filter((file) => /migrations\/[^/]+\.ts$/.test(file))
    .flatMap((file) => readFileSync(join(CONTENT, file), 'utf8').split(/(?=CREATE (?:UNLOGGED )?TABLE)/))
    .filter((part) => /"tenant_id" uuid NOT NULL/.test(part))
    .flatMap((part) => /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/.exec(part)?.[1] ?? []),
);
const MENTIONED = new RegExp(`\\b(?:${[...TABLES].join('|')})\\b`);
/** The index of words has the site among the words, and so has what is looked for. */
const WORDS = /^to_tsvector\(.*?'t'::text \|\| replace\(\((\w+\.tenant_id)\)::text, .* @@ /s;
const CURSOR = /^\s*DECLARE .*? CURSOR (?:WITH HOLD )?FOR /s;

/** Statements that were sent and not yet looked at. */
const sent = new Set();
const known = new Set();
let paused = 0;

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function collect(config, ...rest) {
  const { text, name } = typeof config === 'string' ? { text: config } : (config ?? {});
  if (paused === 0 && typeof text === 'string' && !known.has(text) && !OF_ALL_SITES.has(name)) remember(text);
  return query.call(this, config, ...rest);
};

function remember(text) {
  known.add(text);
  if (MENTIONED.test(text) && /^\s*(?:SELECT|WITH|UPDATE|DELETE|INSERT|DECLARE)\b/i.test(text))
    sent.add(text);
}

/** Migrations change the rows of all sites: nothing is collected while a backend starts, or a command runs. */
export async function whileMigrating(work) {
  paused += 1;
  try {
    return await work();
  } finally {
    paused -= 1;
  }
}

/** Looks at what was sent since the last time, in a database that has the product's tables. @returns what is wrong */
export async function checkSent(databaseUrl) {
  const texts = [...sent];
  const faults = await faultsOf(databaseUrl, texts);
  for (const text of faults ? texts : []) sent.delete(text);
  return faults ?? [];
}

/** What is wrong with statements; undefined when a test has taken the database away. */
export async function faultsOf(databaseUrl, texts) {
  if (texts.length === 0) return [];
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return undefined;
  }
  const faults = [];
  for (const text of texts) {
    const fault = await faultOf(client, text.replace(CURSOR, ''));
    if (fault) faults.push(`${fault}\n${text}`);
  }
  await client.end();
  return faults;
}

async function faultOf(client, text) {
  try {
    const explained = await query.call(client, `EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`);
    const tables = tablesWithoutTenant(explained.rows[0]['QUERY PLAN'][0].Plan);
    return tables.length > 0 ? `Reads ${tables.join(', ')} without naming the site:` : undefined;
  } catch (error) {
    return `Can't be explained (${error.message}):`;
  }
}

/** The tables of {@link TABLES} whose rows a plan doesn't limit to one site. */
function tablesWithoutTenant(plan) {
  const scans = new Map();
  const equal = [];
  const visit = (node) => {
    if (node['Relation Name'] && node.Alias && node['Node Type'] !== 'ModifyTable')
      scans.set(node.Alias, node['Relation Name']);
    for (const [key, value] of Object.entries(node))
      if (/(?:Cond|Filter)$/.test(key)) equal.push(...[value].flat().flatMap(equalities));
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(plan);
  // What equals a value, or a column of what isn't a table, is one site's; and what equals that.
  const isColumn = (side) => scans.has(side.split('.')[0]);
  const limited = new Set();
  for (let before = -1; before !== limited.size;) {
    before = limited.size;
    for (const [one, other] of equal.flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ]))
      if (isColumn(one) && (!isColumn(other) || limited.has(other))) limited.add(one);
  }
  return [...scans]
    .filter(([alias, table]) => TABLES.has(table) && !limited.has(`${alias}.tenant_id`))
    .map(([, table]) => table);
}

/** Pairs that a condition makes equal in any case: all of AND, and of OR what each side does. */
function equalities(condition) {
  const text = withoutParentheses(condition.trim());
  const all = split(text, ' AND ');
  if (all.length > 1) return all.flatMap(equalities);
  const either = split(text, ' OR ');
  if (either.length > 1) {
    const [first, ...others] = either.map(equalities);
    return first.filter((pair) =>
      others.every((each) => each.some((other) => String(other) === String(pair))),
    );
  }
  const words = WORDS.exec(text)?.[1];
  if (words) return [[words, '']];
  const sides = split(text, ' = ');
  return sides.length === 2 ? [sides.map(columnOf)] : [];
}

const columnOf = (side) => withoutParentheses(side.trim().replace(/::[\w ]+$/, '')).replaceAll('"', '');

function withoutParentheses(text) {
  let inner = text;
  while (inner.startsWith('(') && closing(inner) === inner.length - 1) inner = inner.slice(1, -1).trim();
  return inner;
}

/** Where the parenthesis that a text begins with is closed. */
function closing(text) {
  let end = -1;
  walk(text, (index, depth) => {
    if (end < 0 && depth === 0 && text[index] === ')') end = index;
  });
  return end;
}

/** Splits a text where a word stands outside of parentheses and strings. */
function split(text, word) {
  const parts = [];
  let from = 0;
  walk(text, (index, depth) => {
    if (depth > 0 || index < from || !text.startsWith(word, index)) return;
    parts.push(text.slice(from, index));
    from = index + word.length;
  });
  return [...parts, text.slice(from)];
}

/** Calls `visit` for each character outside of strings, with how many parentheses are open behind it. */
function walk(text, visit) {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === "'") isString = !isString;
    if (isString) continue;
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    visit(index, depth);
  }
}
