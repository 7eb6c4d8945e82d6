import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailServer } from './mail-server.js';
import { MailStore } from './mail-store.js';
import { listen } from '../testing/ports.js';

const HOSTILE = '<script>alert(1)</script>"\'&';

describe('the mail catcher over HTTP', () => {
  let folder: string;
  let store: MailStore;
  let server: Server;
  let base: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitedesk-demo-'));
    store = await MailStore.open({ folder, capacity: 10 });
    server = await createMailServer({
      store,
      admin: 'http://localhost:3000/admin/',
      site: 'http://localhost:3001',
    });
    base = `http://127.0.0.1:${await listen(server)}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const page = async (path: string): Promise<string> => (await fetch(base + path)).text();
  const withHost = async (host: string, path: string): Promise<number | undefined> => {
    const request = httpRequest(base + path, { headers: { host } }).end();
    const [response] = await once(request, 'response');
    response.resume();
    return response.statusCode;
  };
  const keep = (text = 'Hello', html = ''): ReturnType<MailStore['add']> => {
    const lines = [
      'From: a@example.com',
      `Subject: ${HOSTILE}`,
      'Reply-To: visitor@example.com',
      'MIME-Version: 1.0',
    ];
    const type = html ? 'Content-Type: text/html' : 'Content-Type: text/plain';
    return store.add(Buffer.from([...lines, type, '', html || text].join('\r\n')));
  };

  it('opens at the list, runs no inline script or style and loads nothing from elsewhere', async () => {
    const response = await fetch(base);
    expect(new URL(response.url).pathname).toBe('/mail');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|(?:src|link href)="https?:/);
    for (const [, path = ''] of html.matchAll(/(?:src|rel="\w+" href)="(\/[^"]+)"/g))
      expect([path, (await fetch(base + path)).status]).toEqual([path, 200]);
  });

  it('says what to do next while no email has come', async () => {
    expect(await page('/mail')).toMatch(/No emails yet[\s\S]*href="http:\/\/localhost:3001\/contact"/);
  });

  it('escapes everything that comes out of an email, in the list and in every view', async () => {
    const { id } = await keep(HOSTILE);
    for (const path of [
      '/mail',
      '/mail/list',
      `/mail/${id}`,
      `/mail/${id}?view=text`,
      `/mail/${id}?view=source`,
    ]) {
      const text = await page(path);
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
      expect(text).not.toContain('<script>alert');
    }
    expect(await page(`/mail/${id}`)).toContain('visitor@example.com');
  });

  it('shows the HTML part in a frame in which nothing runs and nothing is fetched', async () => {
    const { id } = await keep('', `<p>Hello</p>${HOSTILE}`);
    expect(await page(`/mail/${id}`)).toMatch(
      new RegExp(
        `<iframe\\s+sandbox="allow-popups allow-popups-to-escape-sandbox"\\s[^>]*src="/mail/${id}/html"`,
      ),
    );
    const part = await fetch(`${base}/mail/${id}/html`);
    expect(part.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
    );
    expect(await part.text()).toMatch(/^<base target="_blank"><p>Hello<\/p>/);
  });

  it('opens the newest email, and leads to the administration', async () => {
    const admin = '<a class="back" href="http://localhost:3000/admin/">Administration</a>';
    expect(await page('/mail')).toContain(admin);
    await keep('The first one');
    const { id } = await keep('The newest one');
    const opened = await page('/mail');
    expect(opened).toContain('<pre tabindex="0">The newest one');
    expect(opened).toMatch(new RegExp(`href="/mail/${id}"\\s+aria-current="page"`));
    // On a phone, the list comes first.
    expect(opened).toContain('<body class="is-list">');
    expect(opened).toContain(admin);
  });

  it('tells an open page when an email comes in', async () => {
    const events = await fetch(`${base}/mail/events`);
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read(); // the greeting
    await keep();
    expect((await reader?.read())?.value).toContain('event: change');
    await reader?.cancel();
  });

  it('deletes all emails for its own page only', async () => {
    await keep();
    const ask = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${base}/mail/delete`, { method: 'POST', headers, redirect: 'manual' });
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask({ origin: 'http://evil.example' })).status).toBe(403);
    expect((await fetch(`${base}/mail/delete`)).status).toBe(405);
    expect(store.list()).toHaveLength(1);
    const deleted = await ask({ 'sec-fetch-site': 'same-origin' });
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/mail']);
    expect(store.list()).toEqual([]);
  });

  it('shows emails to no foreign name that points to this machine', async () => {
    await expect(withHost('evil.example', '/mail')).resolves.toBe(421);
    await expect(withHost('evil.example', '/mail/events')).resolves.toBe(421);
    for (const host of ['localhost:3001', '127.0.0.1', '[::1]:3001', '192.168.1.5:3001', 'shop.localhost']) {
      await expect(withHost(host, '/mail')).resolves.toBe(200);
    }
  });

  it.each(['/mail/0000000000000-00000000', '/mail/..%2f..%2fsecret', '/mail/x/y/z', '/nothing'])(
    'answers 404 for %s',
    async (path) => {
      expect((await fetch(base + path)).status).toBe(404);
    },
  );
});
