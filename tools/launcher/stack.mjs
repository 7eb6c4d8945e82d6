import { join } from 'node:path';
import { mayBeDemonstration } from './environment.mjs';

/**
 * @typedef {object} Running what the screen shows
 * @property {string} apiUrl
 * @property {boolean} demonstration
 * @property {readonly string[]} generated
 * @property {string | undefined} setupCode one-time code, while there is no administrator
 * @property {string | undefined} siteUrl undefined when the backend serves no public site
 * @property {string | undefined} mailUrl page of the mail catcher, in a demonstration
 */

/**
 * Starts the backend, and the mail catcher when nothing real is configured.
 * @param {import('./processes.mjs').ProcessGroup} group
 * @param {{ root: string, env: Record<string, string | undefined>, ports: import('./ports.mjs').Ports }} options
 * @returns {Promise<Running>}
 * @throws ProcessEnded when one of them ends
 */
export async function startStack(group, { root, env, ports }) {
  const mail = mayBeDemonstration(root, env)
    ? group.start('The mail catcher', join(root, 'tools/dist/demo.js'), {
        cwd: root,
        env: { ...env, MAIL_PORT: String(ports.mailPort) },
      })
    : undefined;
  const catcher = await mail?.message('catcher');

  const apiMain = env['SITEDESK_API_MAIN'] ?? join(root, 'apps/api/dist/bundle/main.js'); // another one in tests only
  const apiEnv = { ...env, ...demonstrationVariables(catcher) };
  const api = group.start('The backend', apiMain, { cwd: root, env: apiEnv });
  const ready = await api.message('ready');
  const apiUrl = String(ready['url']);
  const demonstration = mail !== undefined && ready['demonstration'] === true;
  const generated = Array.isArray(ready['generated']) ? ready['generated'].map(String) : [];
  const running = {
    apiUrl,
    demonstration,
    generated,
    setupCode: textOf(ready['setupCode']),
    siteUrl: textOf(ready['siteUrl']),
  };
  if (!demonstration) {
    await mail?.stop();
    return { ...running, mailUrl: undefined };
  }
  mail.send({ type: 'serve', admin: `${apiUrl}/admin/`, site: running.siteUrl });
  const { port } = await mail.message('ready');
  const mailUrl = new URL(apiUrl);
  mailUrl.port = String(port);
  return { ...running, mailUrl: mailUrl.origin };
}

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value : undefined);

/**
 * Set or removed by us alone: a stray DEMONSTRATION must not open a real service.
 * @param {import('./processes.mjs').Message | undefined} catcher
 */
function demonstrationVariables(catcher) {
  if (!catcher) return { DEMONSTRATION: undefined, DEMO_MAIL_URL: undefined };
  return { DEMONSTRATION: '1', DEMO_MAIL_URL: `smtp://127.0.0.1:${catcher['port']}?requireTLS=false` };
}
