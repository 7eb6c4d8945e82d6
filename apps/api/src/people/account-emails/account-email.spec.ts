import { type AccountEmailInput, accountEmail } from './account-email.js';
import { ACCOUNT_EMAIL_KINDS } from './account-email.entity.js';

const EVIL = `<script>alert(1)</script>"'&{{siteName}}\r\nBcc: victim@evil.test`;
const LINK = 'https://editor.site.test/admin/#/invitation?token=abc';

const input = (change: Partial<AccountEmailInput> = {}): AccountEmailInput => ({
  mailId: '0190',
  kind: 'invitation',
  siteName: 'Site & Sons',
  displayName: 'Cleo Novak',
  to: 'cleo@site.test',
  senderEmail: 'website@site.test',
  senderName: undefined,
  link: LINK,
  expiresAt: '2026-02-03T04:05:06.000Z',
  by: 'Anna Berg',
  detail: null,
  at: '2026-02-01T00:00:00.000Z',
  reader: undefined,
  ...change,
});

const tags = (html: string): readonly string[] => html.match(/<\/?[a-z!][^>]*>/gi) ?? [];

describe('emails to accounts', () => {
  it.each(ACCOUNT_EMAIL_KINDS)('%s: names the site, and has both parts', (kind) => {
    const mail = accountEmail(input({ kind, detail: 'Authenticator app removed' }));
    expect(mail.subject).toContain('Site & Sons');
    expect(mail.text).toContain('Hello Cleo Novak,');
    expect(mail.text).toContain('What: Authenticator app removed');
    expect(mail.html).toContain('Site &amp; Sons');
    expect(mail.messageId).toBe('<0190@site.test>');
    expect(mail.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });

  it.each(ACCOUNT_EMAIL_KINDS)('%s: what people are called is text and nothing else (M-01, M-05)', (kind) => {
    const names = { siteName: EVIL, displayName: EVIL, by: EVIL, detail: EVIL, senderName: EVIL };
    const mail = accountEmail(input({ kind, ...names }));
    const plain = accountEmail(input({ kind, detail: 'x' }));
    expect(tags(mail.html)).toEqual(tags(plain.html));
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.from.name).not.toMatch(/[\r\n<>"@]/);
    expect(mail.to).toEqual({ name: '', address: 'cleo@site.test' });
    expect(mail.text).not.toMatch(/^Bcc:/m);
  });

  it('has one link, loads nothing and counts nobody', () => {
    const { html, text } = accountEmail(input());
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${LINK.replace(/=/g, '&#x3D;')}"`]);
    expect(html).not.toMatch(/<img|<link|<script|src=|@import|url\(/i);
    expect(text).toContain(LINK);
    expect(text).toContain('Link works until: 2026-02-03 04:05 UTC');
  });

  it('has no link when there is none to follow', () => {
    const { html, text } = accountEmail(input({ kind: 'password-changed', link: null, expiresAt: null }));
    expect(html).not.toContain('href');
    expect(text).toContain('When: 2026-02-01 00:00 UTC');
  });
});
