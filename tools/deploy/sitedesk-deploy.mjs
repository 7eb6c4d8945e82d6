#!/usr/bin/env node
/**
 * Deploys the built output of a single-page application to Sitedesk, and sends only what has changed. One file, without dependencies:
 * Node 20 or later runs it. `--help` says how. Interrupted, it continues where it was when it is run again.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

const HELP = `Usage: node sitedesk-deploy.mjs FOLDER --site URL [options]

Deploys FOLDER, which has an index.html, and sends only the files that have changed.

  --site URL        where Sitedesk is, such as https://editor.example.com (or SITEDESK_SITE)
  --article NUMBER  number of the application; must be the key's, and is needed without a key
  --key-file FILE   file with the deployment key (or the key itself in SITEDESK_DEPLOY_KEY); without a key, a
                    trusted run of GitHub Actions or GitLab CI (SITEDESK_ID_TOKEN) proves what it is
  --draft           don't take it live
  --message TEXT    shown with the deployment
  --commit ID       shown with the deployment (or GITHUB_SHA, CI_COMMIT_SHA)
  --json            print the result as JSON
  --help

Exit status: 0 deployed, 1 refused, 2 wrong usage, 3 too many deployments, 4 not reachable, 5 a newer deployment is live.
`;

const EXIT = { done: 0, refused: 1, usage: 2, limited: 3, network: 4, superseded: 5 };
const AT_ONCE = 4;
const ATTEMPTS = 4;
/** Rounds of uploads until nothing is missing: more than one only if something else changes the deployment. */
const ROUNDS = 4;
const SILENCE_MS = 60_000;
const LEFT_OUT = new Set(['.DS_Store', 'Thumbs.db']);

class Failure extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

const usage = (message) => new Failure(EXIT.usage, `${message}\nRun it with --help to see how.`);

/** Options of the command line and the environment, checked. */
async function optionsOf(args, env) {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw usage('Name one folder to deploy.');
  const site = siteOf(values.site ?? env.SITEDESK_SITE);
  const article = values.article === undefined ? undefined : Number(values.article);
  if (article !== undefined && !(Number.isInteger(article) && article > 0))
    throw usage('--article must be a number.');
  return {
    folder,
    site,
    article,
    ...(await credentialsOf(values['key-file'], env, article)),
    draft: values.draft,
    message: values.message,
    commit: (values.commit ?? env.GITHUB_SHA ?? env.CI_COMMIT_SHA) || undefined,
    json: values.json,
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
        article: text,
        'key-file': text,
        message: text,
        commit: text,
        draft: flag,
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

/** A key, or what CI offers to prove which run this is. */
async function credentialsOf(file, env, article) {
  if (file !== undefined || env.SITEDESK_DEPLOY_KEY) return { key: await keyOf(file, env) };
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  const idToken = env.SITEDESK_ID_TOKEN?.trim();
  if (!idToken && !(url && secret))
    throw usage(
      'Put the deployment key into SITEDESK_DEPLOY_KEY, or its file into --key-file. In GitHub Actions, the permission "id-token: write" takes its place.',
    );
  if (article === undefined) throw usage('Without a key, --article names the application.');
  return { proof: { url, secret, idToken } };
}

async function keyOf(file, env) {
  const read = () =>
    readFile(file, 'utf8').catch((error) => {
      throw usage(`The key can't be read: ${error.message}`);
    });
  const key = (file === undefined ? env.SITEDESK_DEPLOY_KEY : await read()).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw usage('The deployment key must be one word.');
  return key;
}

/** Paths of all files below a folder, with slashes. */
async function pathsBelow(folder, below = '') {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    throw usage(`The folder can't be read: ${error.message}`);
  });
  const paths = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) paths.push(...(await pathsBelow(folder, path)));
    else if (entry.isFile()) paths.push(path);
    else throw new Failure(EXIT.refused, `${path} is a link or a device, which can't be deployed.`);
  }
  return paths;
}

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

/** The list of files that the server compares with what it has. */
async function manifestOf(folder) {
  const files = {};
  const paths = await pathsBelow(folder);
  await forEach(paths, async (path) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, path)), hash);
    files[path] = { sha256: hash.digest('hex'), bytes: (await stat(join(folder, path))).size };
  });
  return Object.fromEntries(paths.map((path) => [path, files[path]]));
}

/** The token with which this run deploys, for what the CI service says of it. */
async function tokenFor(options) {
  const { site, article, proof } = options;
  const exchange = {
    json: { article, token: proof.idToken || (await runToken(proof, new URL(site).hostname)) },
  };
  const result = await ask(options, 'POST', '/api/deployments/token', exchange);
  if (result.status === 401)
    throw new Failure(
      EXIT.refused,
      "This run isn't a trusted publisher of the application: compare repository, workflow, environment and ref with its page.",
    );
  if (result.status !== 200) throw refusal(result);
  return result.answer.token;
}

/** What GitHub Actions signs for this run. */
async function runToken({ url, secret }, host) {
  const address = new URL(url);
  address.searchParams.set('audience', `sitedesk:${host}`);
  const asked = { site: address.origin, key: secret };
  const { status, answer } = await ask(asked, 'GET', address.pathname + address.search);
  if (status !== 200 || !answer.value)
    throw new Failure(EXIT.refused, `GitHub Actions gave no token (status ${status}).`);
  return answer.value;
}

/** One request. Resolves to status, headers and JSON. */
function send({ site, key }, method, path, { json, file, bytes } = {}) {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const headers = { ...(key && { Authorization: `Bearer ${key}` }), Accept: 'application/json' };
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  if (file) Object.assign(headers, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes });
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
    if (!file) return void request.end(body);
    const content = createReadStream(file);
    content.on('error', (error) => request.destroy(error));
    content.pipe(request);
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

/** A request, again where it failed on the way or the server asks for that. Everything here can be repeated. */
async function ask(options, method, path, content) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await send(options, method, path, content).catch((error) => ({ error }));
    const isPassing = result.error !== undefined || [408, 500, 502, 503, 504].includes(result.status);
    if (!isPassing) return result;
    if (attempt === ATTEMPTS) {
      const why = result.error
        ? result.error.message || result.error.code
        : `status ${result.status}${result.answer.detail ? `: ${result.answer.detail}` : ''}`;
      throw new Failure(EXIT.network, `${options.site} can't be reached: ${why}`);
    }
    const asked = Number(result.headers?.['retry-after']);
    await pause(Number.isInteger(asked) && asked <= 30 ? asked * 1_000 : 250 * 4 ** (attempt - 1));
  }
}

function refusal({ status, headers, answer }) {
  const says = answer.detail ?? answer.title ?? `The server answered with status ${status}.`;
  if (status === 429)
    return new Failure(EXIT.limited, `${says}. Try again in ${headers['retry-after']} seconds.`);
  if (answer.code === 'superseded') return new Failure(EXIT.superseded, says);
  if (status >= 300 && status < 400)
    return new Failure(EXIT.usage, `The server is at ${headers.location}: set --site to that.`);
  if (status === 404)
    return new Failure(EXIT.refused, `${says}. Is --site the address of the administration?`);
  return new Failure(EXIT.refused, says);
}

/** The deployment of a list of files, begun or continued. */
async function begin(options, files) {
  const { article, draft, message, commit } = options;
  const input = {
    files,
    draft,
    ...(article && { article }),
    ...(message && { message }),
    ...(commit && { commit }),
  };
  const result = await ask(options, 'POST', '/api/deployments', { json: input });
  if (result.status !== 201) throw refusal(result);
  return result.answer;
}

/** Sends what is missing. @returns octets sent */
async function upload(options, { deployment, missing }, byHash) {
  let sent = 0;
  await forEach(missing, async (hash) => {
    const { path, bytes } = byHash.get(hash);
    const file = join(options.folder, path);
    const result = await ask(options, 'PUT', `/api/deployments/${deployment}/blobs/${hash}`, { file, bytes });
    if (result.status === 422)
      throw new Failure(EXIT.refused, `${path} has changed while it was sent. Run it again.`);
    if (result.status !== 201 && result.status !== 200) throw refusal(result);
    sent += bytes;
  });
  return sent;
}

async function deploy(options, say) {
  const started = Date.now();
  const files = await manifestOf(options.folder);
  const byHash = new Map(Object.entries(files).map(([path, { sha256, bytes }]) => [sha256, { path, bytes }]));
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  if (!options.key) options = { ...options, key: await tokenFor(options) };
  let state = await begin(options, files);
  let [sent, sentFiles] = [0, 0];
  for (let round = 1; state.state === 'uploading'; round += 1) {
    say(`${count(Object.keys(files).length)}, ${size(total)}; ${count(state.missing.length)} to send`);
    sent += await upload(options, state, byHash);
    sentFiles += state.missing.length;
    const result = await ask(options, 'POST', `/api/deployments/${state.deployment}/finish`);
    if (result.status === 200) state = result.answer;
    else if (result.answer.code === 'incomplete' && round < ROUNDS)
      state = { ...state, missing: result.answer.missing };
    else throw refusal(result);
  }
  if (state.failure) throw new Failure(EXIT.refused, state.failure.text);
  return { ...state, sentFiles, sentBytes: sent, seconds: Math.round((Date.now() - started) / 100) / 10 };
}

const count = (number) => (number === 1 ? '1 file' : `${number} files`);

function size(bytes) {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function main() {
  const options = await optionsOf(process.argv.slice(2), process.env);
  if (!options) return void process.stdout.write(HELP);
  const say = options.json ? () => undefined : (text) => process.stdout.write(`${text}\n`);
  const result = await deploy(options, say);
  if (options.json) return void process.stdout.write(`${JSON.stringify(result)}\n`);
  for (const { text } of result.warnings) say(`Warning: ${text}`);
  say(`${count(result.sentFiles)} sent, ${size(result.sentBytes)}, in ${result.seconds} seconds`);
  say(
    result.live
      ? `Deployment ${result.deployment} is live at ${result.path}`
      : `Deployment ${result.deployment} of ${result.path} is ready, and waits for someone to take it live`,
  );
  if (result.preview) say(`Preview, for 24 hours: ${result.preview}`);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Failure ? error.message : (error.stack ?? error)}\n`);
  process.exitCode = error.exitCode ?? EXIT.refused;
});
