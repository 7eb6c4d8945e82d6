const MARGIN = '  ';
const LABEL_WIDTH = 15;
const ADDRESS_WIDTH = 36;

/**
 * What the person sees last when everything runs.
 * @param {import('./stack.mjs').Running} running
 * @param {{ color: boolean, ownPostgres: boolean }} options
 */
export function renderScreen(running, { color, ownPostgres }) {
  const style = (/** @type {number} */ code, /** @type {string} */ words) =>
    color ? `\x1b[${code}m${words}\x1b[0m` : words;
  const row = (/** @type {readonly string[]} */ [label = '', address = '', hint = '']) =>
    `${label.padEnd(LABEL_WIDTH)} ${style(36, address.padEnd(ADDRESS_WIDTH))} ${style(2, hint)}`.trimEnd();
  const lines = [
    '',
    style(1, running.demonstration ? 'Sitedesk is running: a demonstration' : 'Sitedesk is running'),
    ...(running.demonstration
      ? ['Nothing real is configured, so every mail is caught here and none is sent.']
      : []),
    '',
    ...addresses(running).map(row),
    '',
    ...setup(running.setupCode),
    ...firstStart(running.generated),
    ...(running.demonstration
      ? ['To use it for real, set NODE_ENV, a database and a mail provider: see .env.example.']
      : []),
    style(2, `Ctrl-C stops everything${ownPostgres ? ', PostgreSQL included' : ''}.`),
    '',
  ];
  return `${lines.map((line) => (line ? MARGIN + line : line)).join('\n')}\n`;
}

/**
 * @param {import('./stack.mjs').Running} running
 * @returns {readonly (readonly string[])[]} rows of label, address, hint
 */
function addresses({ apiUrl, setupCode, siteUrl, demonstration, mailFolder }) {
  const backend = [
    ['Administration', `${apiUrl}/admin/`, setupCode ? `set-up code ${setupCode}` : 'sign in here'],
    ['Backend', apiUrl, 'API description: /openapi.json'],
    ['Health', `${apiUrl}/health/ready`],
  ];
  if (demonstration && !siteUrl)
    return [['Caught mails', `${mailFolder}`, 'SITE_PORT is 0: no demo site'], ...backend];
  if (!siteUrl) return [...backend, ['Public side', 'off', 'SITE_PORT is 0']];
  if (!demonstration) return [['Public side', siteUrl, 'edge proxy for /_api/contact/'], ...backend];
  return [
    ['Demo site', siteUrl, 'send the form here'],
    ['Mail catcher', `${siteUrl}/mail`, 'and read its mail here'],
    ...backend,
  ];
}

/** @param {string | undefined} code */
function setup(code) {
  if (code === undefined) return [];
  return [
    'There is no administrator yet: open the administration and enter the set-up code. It works once.',
    '',
  ];
}

/** @param {readonly string[]} generated */
function firstStart(generated) {
  if (generated.length === 0) return [];
  return ['Made on this first start:', ...generated.map((sentence) => `- ${sentence}`), ''];
}
