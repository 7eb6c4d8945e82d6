import { createServer } from 'node:net';
import { text } from './environment.mjs';
import { Problem } from './terminal.mjs';

const HIGHEST = 65_535;
const DEFAULTS = { PORT: 3000, SITE_PORT: 3001, MAIL_PORT: 3002 };

/** @typedef {keyof typeof DEFAULTS} PortName */

/**
 * Where everything listens. `port` and `mailPort` 0: any free one; `sitePort` 0: no public site.
 * @typedef {{ readonly host: string, readonly port: number, readonly sitePort: number, readonly mailPort: number }} Ports
 */

/**
 * @param {import('./environment.mjs').Environment} env
 * @returns {Ports}
 * @throws Problem naming the variable that is wrong
 */
export function readPorts(env) {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  // The backend says what is wrong with its own, with everything else that is.
  const port = numberOf(text(env, 'PORT') ?? DEFAULTS.PORT) ?? 0;
  const sitePort = portOf(env, 'SITE_PORT');
  const mailPort = portOf(env, 'MAIL_PORT');
  if (port !== 0 && port === sitePort) {
    throw new Problem(
      `PORT and SITE_PORT are both ${port}. Set SITE_PORT to another port, or to 0 to turn the public site off.`,
    );
  }
  if (mailPort !== 0 && (mailPort === port || mailPort === sitePort))
    throw new Problem(
      `MAIL_PORT is ${mailPort}, like another port. Set it to another one, or to 0 for any free one.`,
    );
  return { host, port, sitePort, mailPort };
}

/**
 * @param {Ports} ports
 * @param {boolean} withMail whether the mail catcher may be started
 * @throws Problem naming the port that cannot be used, and what to set
 */
export async function requireFree({ host, port, sitePort, mailPort }, withMail) {
  if (port !== 0) await requireUsable('PORT', port, host);
  if (sitePort !== 0) await requireUsable('SITE_PORT', sitePort, host);
  if (withMail && mailPort !== 0) await requireUsable('MAIL_PORT', mailPort, host);
}

/**
 * @param {import('./environment.mjs').Environment} env
 * @param {'SITE_PORT' | 'MAIL_PORT'} name
 */
function portOf(env, name) {
  const value = text(env, name) ?? DEFAULTS[name];
  const port = numberOf(value);
  if (port !== undefined) return port;
  throw new Problem(`${name} must be a whole number from 0 to ${HIGHEST}, but is "${value}".`);
}

/** @param {string | number} value */
const numberOf = (value) =>
  /^\d+$/.test(String(value)) && Number(value) <= HIGHEST ? Number(value) : undefined;

/**
 * @param {PortName} name
 * @param {number} port
 * @param {string} host
 * @returns {Promise<void>}
 */
function requireUsable(name, port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(new Problem(explain(error, name, port, host))),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {PortName} name
 * @param {number} port
 * @param {string} host
 */
function explain(error, name, port, host) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the program that uses it, or set another port with ${name}, for example: ${name}=${suggestion(port)} npm start`;
    case 'EACCES':
      return `This user can't use port ${port}. Set ${name} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is "${host}", which isn't an address of this machine. Leave it unset to listen on this machine only, or set it to 0.0.0.0.`;
    default:
      return `Can't open port ${port} on ${host} (${error.code ?? error.message}). Set ${name} or HOST to something else.`;
  }
}

/** @param {number} port */
const suggestion = (port) => (port + 100 > HIGHEST ? port - 100 : port + 100);
