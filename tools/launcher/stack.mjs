import { join } from 'node:path';
import { edgeSecretOf, mayBeDemonstration } from './environment.mjs';

/**
 * @typedef {object} Running what the screen shows
 * @property {string} apiUrl
 * @property {boolean} demonstration
 * @property {readonly string[]} generated
 * @property {string | undefined} setupCode one-time code, while there is no administrator
 * @property {string | undefined} siteUrl undefined when SITE_PORT is 0
 * @property {string | undefined} mailFolder where a demonstration keeps its emails
 */

/**
 * Starts the backend, then the public side in front of it: the demo site and the mail catcher when nothing real is
 * configured, otherwise the edge proxy alone.
 * @param {import('./processes.mjs').ProcessGroup} group
 * @param {{ root: string, env: Record<string, string | undefined>, ports: import('./ports.mjs').Ports }} options
 * @returns {Promise<Running>}
 * @throws ProcessEnded when one of them ends
 */
export async function startStack(group, { root, env, ports }) {
  const shared = { ...env, EDGE_SECRET: edgeSecretOf(env) };
  const demo = mayBeDemonstration(root, env) ? startDemo(group, root, shared) : undefined;
  const catcher = await demo?.message('catcher');

  const apiEnv = { ...shared, ...demonstrationVariables(catcher) };
  const apiMain = env['SITEDESK_API_MAIN'] ?? join(root, 'apps/api/dist/bundle/main.js'); // another one in tests only
  const api = group.start('The backend', apiMain, { cwd: root, env: apiEnv });
  const ready = await api.message('ready');
  const apiUrl = String(ready['url']);
  const demonstration = demo !== undefined && ready['demonstration'] === true;
  const generated = Array.isArray(ready['generated']) ? ready['generated'].map(String) : [];
  const setupCode = typeof ready['setupCode'] === 'string' ? ready['setupCode'] : undefined;
  const backendUrl = backendAddress(ports.host, apiUrl);

  if (demo && demonstration) {
    demo.send({ type: 'serve', backendUrl });
    const { port, folder } = await demo.message('ready');
    const siteUrl = ports.sitePort === 0 ? undefined : siteAddress(ports.host, Number(port));
    return { apiUrl, demonstration, generated, setupCode, siteUrl, mailFolder: String(folder) };
  }
  await demo?.stop();
  const siteUrl =
    ports.sitePort === 0
      ? undefined
      : await startProxy(group, root, { ...shared, BACKEND_URL: backendUrl }, ports);
  return { apiUrl, demonstration, generated, setupCode, siteUrl, mailFolder: undefined };
}

/**
 * @param {import('./processes.mjs').ProcessGroup} group
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
function startDemo(group, root, env) {
  return group.start('The demo site', join(root, 'tools/dist/demo.js'), { cwd: root, env });
}

/**
 * @param {import('./processes.mjs').ProcessGroup} group
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./ports.mjs').Ports} ports
 */
async function startProxy(group, root, env, { host, sitePort }) {
  const proxy = group.start('The edge proxy', join(root, 'apps/edge-proxy/dist/main.js'), {
    cwd: root,
    env: { ...env, SITE_PORT: String(sitePort), HOST: host },
  });
  const { port } = await proxy.message('ready');
  return siteAddress(host, Number(port));
}

/**
 * Set or removed by us alone: a stray DEMONSTRATION must not open a real service.
 * @param {import('./processes.mjs').Message | undefined} catcher
 */
function demonstrationVariables(catcher) {
  if (!catcher) return { DEMONSTRATION: undefined, DEMO_MAIL_URL: undefined };
  return { DEMONSTRATION: '1', DEMO_MAIL_URL: `smtp://127.0.0.1:${catcher['port']}?requireTLS=false` };
}

/**
 * How the proxy beside it reaches the backend: by an address, as `localhost` may mean two.
 * @param {string} host
 * @param {string} apiUrl
 */
function backendAddress(host, apiUrl) {
  return `http://${bracketed(isWildcard(host) ? '127.0.0.1' : host)}:${new URL(apiUrl).port || '80'}`;
}

/**
 * @param {string} host
 * @param {number} port
 */
function siteAddress(host, port) {
  const local = isWildcard(host) || host === '127.0.0.1' || host === '::1';
  return `http://${local ? 'localhost' : bracketed(host)}:${port}`;
}

/** @param {string} host */
const isWildcard = (host) => host === '0.0.0.0' || host === '::';

/** @param {string} host */
const bracketed = (host) => (host.includes(':') ? `[${host}]` : host);
