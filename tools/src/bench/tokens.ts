import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The key the bench gives both servers. */
export const BENCH_MASTER_KEY = Buffer.alloc(32, 9);
export const BENCH_TENANT = '00000000-0000-7000-8000-000000000001';

const key = Buffer.from(hkdfSync('sha256', BENCH_MASTER_KEY, BENCH_TENANT, 'sitedesk/antiforgery', 32));

/** An anti-forgery token as the backend issues it. */
export function mintToken(): string {
  const signed = `v1.b1.${Math.floor(Date.now() / 1000).toString(36)}.${randomBytes(12).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** Whether a token is one of ours and young enough. */
export function verifyToken(token: string): boolean {
  const cut = token.lastIndexOf('.');
  const mac = createHmac('sha256', key).update(token.slice(0, cut)).digest('base64url');
  const issuedAt = Number.parseInt(token.split('.')[2] ?? '', 36);
  return mac === token.slice(cut + 1) && Date.now() / 1000 - issuedAt < 12 * 3600;
}
