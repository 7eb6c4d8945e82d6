import { type RunningApp, startApp } from '../../testing/running-app.js';
import { ADMIN_PAGE_HEADERS } from './admin-page-headers.js';
import { adminFolder } from './admin-folder.js';

const isBuilt = adminFolder() !== undefined;

describe('the page of the administration (UX-34)', () => {
  let running: RunningApp;
  beforeAll(async () => void (running = await startApp()));
  afterAll(() => running.stop());
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(running.url + path, { redirect: 'manual', headers });

  it('has a policy without inline scripts, foreign hosts or framing', () => {
    const policy = ADMIN_PAGE_HEADERS['Content-Security-Policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('is one page for every address below /admin/, fresh each time', async () => {
    expect((await get('/admin')).headers.get('location')).toBe('/admin/');
    for (const path of ['/admin/', '/admin/inbox', '/admin/users/1?tab=roles']) {
      const answer = await get(path);
      const { headers, status } = answer;
      const isPage = (await answer.text()).includes('<div id="app"');
      expect({ path, status, isPage }).toEqual({
        path,
        status: isBuilt ? 200 : 404,
        isPage: isBuilt,
      });
      if (!isBuilt) continue;
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-security-policy')).toBe(ADMIN_PAGE_HEADERS['Content-Security-Policy']);
    }
  });

  it('keeps its parts for a year, compressed, and says 404 for one that is gone', async () => {
    for (const path of [
      '/admin/assets/gone-12345678.js',
      '/admin/assets/',
      '/admin/assets//x.js',
      '/admin/assets/..%2findex.html',
    ]) {
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
    }
    const page = await (await get('/admin/')).text();
    const [script] = /\/admin\/assets\/index-[\w-]+\.js/.exec(page) ?? [];
    expect(script !== undefined).toBe(isBuilt);
    if (!script) return;
    const answer = await get(script, { 'Accept-Encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
