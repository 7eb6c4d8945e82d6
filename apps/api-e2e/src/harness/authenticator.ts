import type { RecoveryCodes, TotpEnrolment } from '@sitedesk/contract/two-factor';
import { createHmac } from 'node:crypto';
import { setUp } from './backends.js';
import type { EditorBrowser, EditorSite } from './editor.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** An authenticator app that was given a secret: SHA-1, six digits, thirty seconds, as all of them do. */
export class Authenticator {
  private readonly key: Buffer;

  /** @param secret base32 */
  constructor(secret: string) {
    const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
    this.key = Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
  }

  /** The code of now, or of some steps later. */
  code(later = 0, now = Date.now()): string {
    const counter = Buffer.alloc(8);
    counter.writeUInt32BE(Math.floor(now / STEP_MS) + later, 4);
    const mac = createHmac('sha1', this.key).update(counter).digest();
    const offset = mac.readUInt8(19) & 15;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }

  /** A code that is right at no time near now. */
  wrongCode(): string {
    const near = new Set([-2, -1, 0, 1, 2].map((step) => this.code(step)));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
  }
}

/** Someone with a second factor: what to sign in with. */
export interface ProtectedPerson {
  readonly credentials: { readonly email: string; readonly password: string };
  readonly app: Authenticator;
  readonly recoveryCodes: readonly string[];
  /** Signed in before the second factor was set up, and still. */
  readonly browser: EditorBrowser;
}

let people = 0;

/** A further administrator without a second factor. */
export async function newAdministrator(site: EditorSite): Promise<ProtectedPerson['credentials']> {
  const email = `admin-${(people += 1)}@site.test`;
  const printed = await setUp('admin', ['create', email], site.database.url);
  return { email, password: /Password: (\S+)/.exec(printed)?.[1] ?? '' };
}

/** An authenticator app that was set up, with the code that confirmed it. */
interface Enrolment extends Pick<ProtectedPerson, 'app' | 'recoveryCodes'> {
  readonly code: string;
}

/** Sets an authenticator app up in a browser that is signed in. */
export async function enrol(browser: EditorBrowser): Promise<Enrolment> {
  const { secret } = (await browser.post('/account/two-factor/totp')).json() as TotpEnrolment;
  const app = new Authenticator(secret);
  const code = app.code();
  const answer = await browser.post('/account/two-factor/totp/confirm', { code });
  const { recoveryCodes, session } = answer.json() as RecoveryCodes;
  browser.csrfToken = session.csrfToken;
  return { app, recoveryCodes, code };
}

/** A further administrator with an authenticator app, which may give its present code once more. */
export async function newProtectedPerson(site: EditorSite): Promise<ProtectedPerson> {
  const credentials = await newAdministrator(site);
  const browser = site.browser();
  await browser.signIn(credentials);
  const { app, recoveryCodes } = await enrol(browser);
  await forgetUsedCodes(site);
  return { credentials, browser, app, recoveryCodes };
}

/** As if time had passed since the last codes. */
export async function forgetUsedCodes(site: EditorSite): Promise<void> {
  await site.database.query('UPDATE totp_credential SET last_used_step = 0');
}

/** As if the last sign-in of everyone had been a quarter of an hour ago. */
export async function ageSignIns(site: EditorSite): Promise<void> {
  await site.database.query(`UPDATE session SET authenticated_at = now() - interval '15 minutes'`);
}
