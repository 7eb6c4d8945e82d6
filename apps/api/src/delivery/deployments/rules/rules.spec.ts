import { DeploymentRefused } from '../deployment-refused.js';
import { headerMatcher, parseHeaders } from './header-rules.js';
import { parseRedirects, redirectMatcher } from './redirect-rules.js';

const FILES = new Set(['index.html', 'missing.html', 'docs/index.html', 'about.html']);
const reasonOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DeploymentRefused)) throw error;
    const { file, line, problem } = error.reason.params ?? {};
    return [file, line, typeof problem === 'object' ? problem.code.replace('deployments.', '') : problem];
  }
};

describe('_redirects (Y-14)', () => {
  const found = (text: string, path: string): unknown =>
    redirectMatcher(parseRedirects(text, FILES)).find(path)?.match;

  it.each([
    ['/old /new', '/old', { to: '/new', status: 302 }],
    ['/old /new 301', '/other', undefined],
    ['# a comment\n\n  /old   /new   308', '/old', { to: '/new', status: 308 }],
    [
      '/blog/:year/:name /posts/:name?y=:year 301',
      '/blog/2026/hello',
      { to: '/posts/hello?y=2026', status: 301 },
    ],
    ['/old/* /docs/:splat', '/old/a/b', { to: '/docs/a/b', status: 302 }],
    ['/old/* /docs/:splat', '/old', { to: '/docs/', status: 302 }],
    ['/out https://example.com/x 307', '/out', { to: 'https://example.com/x', status: 307 }],
    ['/app/* /index.html 200', '/app/deep/link', { to: '/index.html', status: 200 }],
    ['/gone /missing.html 404', '/gone', { to: '/missing.html', status: 404 }],
    ['/a/* /first\n/a/b /second', '/a/b', { to: '/first', status: 302 }],
    ['/a/b /second\n/a/* /first', '/a/b', { to: '/second', status: 302 }],
    ['/a.b /dot', '/aXb', undefined],
  ])('%j answers %s with %j', (text, path, match) => {
    const answer = found(text, path);
    if (match === undefined) expect(answer).toBeUndefined();
    else expect(answer).toMatchObject(match);
  });

  it.each([
    ['/old', 1, 'ruleForm'],
    ['/ok /new\n/old /new 301 Country=de', 2, 'ruleForm'],
    ['old /new', 1, 'rulePath'],
    ['//evil.example /new', 1, 'rulePath'],
    ['/a*b /new', 1, 'rulePath'],
    ['/old javascript:alert(1)', 1, 'rulePath'],
    ['/old //evil.example', 1, 'rulePath'],
    ['/old /\\evil.example', 1, 'rulePath'],
    ['/old https://user:secret@example.com', 1, 'rulePath'],
    ['/old /new 418', 1, 'ruleStatus'],
    ['/old /new 200!', 1, 'ruleStatus'],
    ['/api/* https://api.example.com/:splat 200', 1, 'ruleProxy'],
    ['/old /nothing.html 200', 1, 'ruleTarget'],
    ['/old/:a /new/:b', 1, 'ruleName'],
    ['/old /new\n# again\n/old /newer', 3, 'ruleConflict'],
    ['/a /b\n/b /a', 1, 'ruleLoop'],
    ['/ok /new\n/a/* /a/x/:splat', 2, 'ruleLoop'],
    ['/* /other 301', 1, 'ruleLoop'],
    [`/${'a'.repeat(1_000)} /b`, 1, 'ruleTooLong'],
    [Array.from({ length: 1_001 }, (_, at) => `/a${at} /b`).join('\n'), 1_001, 'tooManyRules'],
  ])('%j is refused in line %i: %s', (text, line, problem) => {
    expect(reasonOf(() => parseRedirects(text, FILES))).toEqual(['_redirects', line, problem]);
  });

  it('lets a redirect to a file be, though a rule would match it', () => {
    expect(reasonOf(() => parseRedirects('/* /about.html 301', FILES))).toHaveLength(1);
  });
});

describe('_headers', () => {
  it('sets what the paths say, the later value for a name', () => {
    const headersOf = headerMatcher(
      parseHeaders(
        '/*\n  X-Robots-Tag: noindex\n  X-One: 1\n/docs/*\n  X-One: 2\n  Cache-Control: max-age=60',
      ),
    );
    expect([...headersOf('/index.html')]).toEqual([
      ['X-Robots-Tag', 'noindex'],
      ['X-One', '1'],
    ]);
    expect([...headersOf('/docs/a')]).toEqual([
      ['X-Robots-Tag', 'noindex'],
      ['X-One', '2'],
      ['Cache-Control', 'max-age=60'],
    ]);
  });

  it.each([
    ['  X-One: 1', 1, 'headerForm'],
    ['/*\n  X-One', 2, 'headerForm'],
    ['/*\n  X-One: a\u0007b', 2, 'headerForm'],
    ['/*\n  Set-Cookie: a=b', 2, 'headerOwn'],
    ['/*\n  strict-transport-security: max-age=0', 2, 'headerOwn'],
    ['/*\n  Content-Security-Policy: default-src *', 2, 'headerOwn'],
    ['/*\n  Access-Control-Allow-Credentials: true', 2, 'headerOwn'],
    ['/*\n  Sitedesk-Tenant: b', 2, 'headerOwn'],
    ['/a\n/a', 2, 'ruleConflict'],
    ['a', 1, 'rulePath'],
  ])('%j is refused in line %i: %s', (text, line, problem) => {
    expect(reasonOf(() => parseHeaders(text))).toEqual(['_headers', line, problem]);
  });
});
