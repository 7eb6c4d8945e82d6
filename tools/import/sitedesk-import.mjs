#!/usr/bin/env node
/**
 * Imports a folder of Markdown and HTML with its pictures into Sitedesk, where only what has changed is written. One file, without
 * dependencies: Node 20 or later runs it. `--help` says how. Interrupted, it continues where it was when it is run again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { basename, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `Usage: node sitedesk-import.mjs FOLDER --site URL [options]

Imports the Markdown and HTML of FOLDER, and the pictures there. The import key is in SITEDESK_IMPORT_KEY.

  --site URL         where Sitedesk is, such as https://editor.example.com (or SITEDESK_SITE)
  --source NAME      name of the documents: the same name again updates the same articles (the folder's own name)
  --blog KEY         key of the blog whose posts they become; pages without it
  --publish          publish documents, except those marked as drafts
  --conflict ACTION  articles that were edited on the site: keep (as without it), or overwrite
  --host NAME        former hostname, whose links lead to the documents; can be repeated
  --dry-run          say what would become of the documents, and change nothing
  --json             print the result as JSON
  --help

Exit status: 0 imported, 1 refused, 2 wrong usage, 3 too many requests, 4 not reachable, 5 some documents weren't imported.
`;

const EXIT = { done: 0, refused: 1, usage: 2, limited: 3, network: 4, partly: 5 };
const DOCS = '/_api/import/docs';
const RUNS = '/editor/import/runs';
const AT_ONCE = 4;
const ATTEMPTS = 4;
/** Documents in one request, and octets of them. */
const BATCH = 50;
const BATCH_OCTETS = 3_000_000;
const LONGEST_WAIT_SECONDS = 300;
const SILENCE_MS = 60_000;
const FORMATS = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
};
const PICTURES = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.svg']);

class Failure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

const usage = (message) => new Failure(EXIT.usage, `${message}\nRun it with --help to see how.`);

/** Options of the command line and the environment, checked. */
function optionsOf(args, env) {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw usage('Name one folder to import.');
  const key = (env.SITEDESK_IMPORT_KEY ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw usage('Put the import key into SITEDESK_IMPORT_KEY.');
  if (!['keep', 'overwrite'].includes(values.conflict)) throw usage('--conflict must be keep or overwrite.');
  return {
    folder,
    key,
    site: siteOf(values.site ?? env.SITEDESK_SITE),
    isDry: values['dry-run'],
    json: values.json,
    run: {
      source: values.source ?? basename(resolve(folder)),
      ...(values.blog && { blogKey: values.blog }),
      status: values.publish ? 'published' : 'draft',
      conflict: values.conflict,
      ...(values.host && { hosts: [...new Set(values.host)] }),
    },
  };
}

function parse(args) {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        site: text,
        source: text,
        blog: text,
        conflict: { ...text, default: 'keep' },
        host: { ...text, multiple: true },
        publish: flag,
        'dry-run': flag,
        json: flag,
        help: flag,
      },
    });
  } catch (error) {
    throw usage(error.message);
  }
}

function siteOf(text) {
  if (!text) throw usage('Say with --site where Sitedesk is.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal))
    throw usage('--site must begin with https://, so that nobody on the way can read the key.');
  return url.origin;
}

/** Paths of documents and pictures below a folder, with slashes. Hidden files and packages are left out. */
async function pathsBelow(folder, below = '') {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    throw usage(`The folder can't be read: ${error.message}`);
  });
  const paths = [];
  for (const { name, ...entry } of entries.map((each) => ({
    name: each.name,
    isFolder: each.isDirectory(),
    isFile: each.isFile(),
  }))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (name.startsWith('.') || name === 'node_modules') continue;
    if (entry.isFolder) paths.push(...(await pathsBelow(folder, path)));
    else if (entry.isFile) paths.push(path);
  }
  return paths.sort();
}

const kindOf = (path) => extname(path).toLowerCase();

/** Works on all items, some at a time; the first failure ends it. */
async function forEach(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      await work(item).catch((error) => {
        queue.length = 0;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** One request. Resolves to status, headers and JSON. */
function send({ site, key }, method, path, { type, body } = {}) {
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
  if (body) Object.assign(headers, { 'Content-Type': type, 'Content-Length': body.length });
  return new Promise((resolve, reject) => {
    const url = new URL(path, site);
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { method, headers });
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('no answer')));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, headers: response.headers, answer: jsonOf(text) });
      });
    });
    request.end(body);
  });
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const asJson = (value) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) });

/** A request, again where it failed on the way or the server asks for that. Everything here can be repeated. */
async function ask(options, method, path, content) {
  let attempt = 1;
  for (;;) {
    const result = await send(options, method, path, content).catch((error) => ({ error }));
    const seconds = Number(result.headers?.['retry-after']);
    const isBusy = result.status === 409 && result.answer.code === 'busy';
    if (result.status === 429 && seconds <= LONGEST_WAIT_SECONDS) {
      options.say(`The site takes more requests in ${seconds} seconds`);
      await pause(seconds * 1_000);
      continue;
    }
    const isPassing =
      result.error !== undefined || isBusy || [408, 500, 502, 503, 504].includes(result.status);
    if (!isPassing) return result;
    if (attempt === ATTEMPTS) {
      const why = result.error
        ? result.error.message || result.error.code
        : `status ${result.status}${result.answer.detail ? `: ${result.answer.detail}` : ''}`;
      throw new Failure(EXIT.network, `${options.site} can't be reached: ${why}`);
    }
    await pause(seconds <= 30 ? seconds * 1_000 : 250 * 4 ** (attempt - 1));
    attempt += 1;
  }
}

function refusal({ status, headers, answer }) {
  const [first] = answer.errors ?? [];
  const says =
    (first && `${first.field}: ${first.message}`) ??
    answer.detail ??
    answer.title ??
    `The server answered with status ${status}.`;
  if (status === 429)
    return new Failure(EXIT.limited, `${says}. Try again in ${headers['retry-after']} seconds.`);
  if (status >= 300 && status < 400)
    return new Failure(EXIT.usage, `The server is at ${headers.location}: set --site to that.`);
  if (status === 404)
    return new Failure(EXIT.refused, `${says}. Is --site the address of the administration?`);
  return new Failure(EXIT.refused, says);
}

async function need(options, method, path, content) {
  const result = await ask(options, method, path, content);
  if (result.status >= 300) throw refusal(result);
  return result.answer;
}

/** A form with fields, and a file where there is one. */
function formOf(fields, file) {
  const boundary = `sitedesk-${randomUUID()}`;
  const head = (name, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => Buffer.from(`${head(name)}${value}\r\n`));
  if (file) parts.push(Buffer.from(head('file', '; filename="file"')), file, Buffer.from('\r\n'));
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Sends pictures that aren't there yet. @returns how many these were */
async function sendPictures(options, paths) {
  let sent = 0;
  await forEach(paths, async (relativePath) => {
    const content = await readFile(join(options.folder, relativePath));
    const sha256 = createHash('sha256').update(content).digest('hex');
    const fields = { source: options.run.source, relativePath, sha256 };
    const known = await ask(options, 'POST', `${DOCS}/assets`, formOf(fields));
    if (known.status === 201) return;
    if (known.status !== 404) throw refusal(known);
    const result = await ask(options, 'POST', `${DOCS}/assets`, formOf(fields, content));
    if (result.status !== 201) throw new Failure(EXIT.refused, `${relativePath}: ${refusal(result).message}`);
    sent += 1;
  });
  return sent;
}

/** Documents in the requests that they go into. */
async function* batchesOf(folder, paths) {
  let [items, octets] = [[], 0];
  for (const externalId of paths) {
    const content = await readFile(join(folder, externalId), 'utf8');
    const size = Buffer.byteLength(JSON.stringify(content));
    if (items.length === BATCH || (items.length > 0 && octets + size > BATCH_OCTETS)) {
      yield items;
      [items, octets] = [[], 0];
    }
    items.push({ externalId, format: FORMATS[kindOf(externalId)], content });
    octets += size;
  }
  if (items.length > 0) yield items;
}

async function toEnd(options, id, step, end, body) {
  for (;;) {
    const run = await need(options, 'POST', `${RUNS}/${id}/${step}`, body && asJson(body));
    if (run.state === end) return run;
    options.say(`${step === 'check' ? 'Checked' : 'Imported'} ${run.processed} of ${run.items} documents`);
  }
}

/** Ends what an interruption has left: what was begun is imported to its end, and what was only checked goes. */
async function clear(options) {
  const { items } = await need(options, 'GET', `${RUNS}?limit=100`);
  for (const { id, state } of items.filter(({ source }) => source === options.run.source)) {
    if (state === 'importing') await toEnd(options, id, 'import', 'done', {});
    if (state === 'open' || state === 'checked') await need(options, 'DELETE', `${RUNS}/${id}`);
  }
}

/** What the report says of documents with this outcome. */
async function reportOf(options, id, outcome) {
  const rows = [];
  for (let cursor = ''; cursor !== null;) {
    const query = `outcome=${outcome}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = await need(options, 'GET', `${RUNS}/${id}/items?${query}`);
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows.map(({ externalId, notes }) => ({
    document: externalId,
    outcome,
    notes: notes.filter(({ level }) => level !== 'info').map(({ text }) => text),
  }));
}

async function importFolder(options) {
  const started = Date.now();
  const paths = await pathsBelow(options.folder);
  const documents = paths.filter((path) => kindOf(path) in FORMATS);
  const pictures = paths.filter((path) => PICTURES.has(kindOf(path)));
  if (documents.length === 0) throw usage(`${options.folder} has no Markdown and no HTML.`);
  options.say(`Documents: ${documents.length}, pictures: ${pictures.length}`);
  await clear(options);
  const sent = options.isDry ? 0 : await sendPictures(options, pictures);
  const { id } = await need(options, 'POST', RUNS, asJson(options.run));
  for await (const items of batchesOf(options.folder, documents))
    await need(options, 'PUT', `${RUNS}/${id}/items`, asJson({ items }));
  const checked = await toEnd(options, id, 'check', 'checked');
  const run = options.isDry
    ? checked
    : await toEnd(options, id, 'import', 'done', { report: checked.reportHash });
  const left = [...(await reportOf(options, id, 'refused')), ...(await reportOf(options, id, 'conflict'))];
  if (options.isDry) await need(options, 'DELETE', `${RUNS}/${id}`);
  return {
    import: options.isDry ? null : id,
    dryRun: options.isDry,
    ...run.counts,
    pictures: sent,
    left,
    seconds: Math.round((Date.now() - started) / 100) / 10,
  };
}

async function main() {
  const given = optionsOf(process.argv.slice(2), process.env);
  if (!given) return void process.stdout.write(HELP);
  const say = given.json ? () => undefined : (text) => process.stdout.write(`${text}\n`);
  const result = await importFolder({ ...given, say });
  if (result.left.length > 0) process.exitCode = EXIT.partly;
  if (given.json) return void process.stdout.write(`${JSON.stringify(result)}\n`);
  for (const { document, outcome, notes } of result.left)
    say(`${outcome === 'conflict' ? 'Edited on the site' : 'Refused'}: ${document}: ${notes.join('; ')}`);
  const { created, updated, unchanged, pictures, seconds } = result;
  say(
    `${result.dryRun ? 'Would be' : 'Documents'} created: ${created}, updated: ${updated}, unchanged: ${unchanged}; pictures sent: ${pictures}; ${seconds} seconds`,
  );
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Failure ? error.message : (error.stack ?? error)}\n`);
  process.exitCode = error.exitCode ?? EXIT.refused;
});
