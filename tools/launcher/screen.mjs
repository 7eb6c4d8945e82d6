import { text } from './environment.mjs';

const MARGIN = '  ';
const LABEL_WIDTH = 15;
const ADDRESS_WIDTH = 36;

/**
 * What the person sees last when everything runs.
 * @param {import('./stack.mjs').Running} running
 * @param {import('./environment.mjs').Environment} env
 */
export function renderScreen(running, env) {
  const color = process.stdout.isTTY === true && !process.env['NO_COLOR'];
  const ownPostgres = !text(env, 'DATABASE_URL') && !text(env, 'DATABASE_URL_FILE');
  const style = (/** @type {number} */ code, /** @type {string} */ words) =>
    color ? `\x1b[${code}m${words}\x1b[0m` : words;
  const row = (/** @type {readonly string[]} */ [label = '', address = '', hint = '']) =>
    `${label.padEnd(LABEL_WIDTH)} ${style(36, address.padEnd(ADDRESS_WIDTH))} ${style(2, hint)}`.trimEnd();
  const lines = [
    '',
    style(1, running.demonstration ? 'Sitedesk is running as a demonstration' : 'Sitedesk is running'),
    ...(running.demonstration
      ? ['No email provider is configured, so emails are caught here and none are sent.']
      : []),
    '',
    ...addresses(running).map(row),
    '',
    ...setup(running.setupCode),
    ...firstStart(running.generated),
    ...(running.demonstration
      ? ['For production, set NODE_ENV, a database and an email provider. See .env.example.']
      : []),
    style(2, `Press Ctrl+C to stop everything${ownPostgres ? ', including PostgreSQL' : ''}.`),
    '',
  ];
  return `${lines.map((line) => (line ? MARGIN + line : line)).join('\n')}\n`;
}

/**
 * @param {import('./stack.mjs').Running} running
 * @returns {readonly (readonly string[])[]} rows of label, address, hint
 */
function addresses({ apiUrl, setupCode, siteUrl, demonstration, mailUrl }) {
  const site = siteUrl
    ? ['Public site', siteUrl, demonstration ? 'an example with a blog and a contact form' : '']
    : ['Public site', 'off'];
  return [
    site,
    ['Administration', `${apiUrl}/admin/`, setupCode ? `setup code ${setupCode}` : 'sign in here'],
    ...(mailUrl ? [['Mail catcher', mailUrl, 'every email ends up here']] : []),
    ['Backend', apiUrl, 'API description: /openapi.json'],
    ['Health', `${apiUrl}/health/ready`],
  ];
}

/** @param {string | undefined} code */
function setup(code) {
  if (code === undefined) return [];
  return ['No administrator yet. Open the administration and enter the setup code. It works once.', ''];
}

/** @param {readonly string[]} generated */
function firstStart(generated) {
  if (generated.length === 0) return [];
  return ['Created on first start:', ...generated.map((sentence) => `- ${sentence}`), ''];
}
