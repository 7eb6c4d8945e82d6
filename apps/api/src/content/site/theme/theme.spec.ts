import { createHash } from 'node:crypto';
import { Window } from 'happy-dom';
import {
  archivePages,
  assets,
  DEFAULT_LAYOUT,
  errorPage,
  type PageView,
  type PostCard,
  type PostView,
  renderContactForm,
  renderPage,
  renderPost,
  renderPostList,
  renderStream,
  type SiteView,
  type StreamView,
} from './theme.js';

const SITE: SiteView = {
  name: 'Pike & Linden',
  language: 'en',
  address: 'https://example.org',
  menu: [
    { label: 'Craft', path: '/craft', children: [{ label: 'Repairs', path: '/craft/repairs' }] },
    { label: 'News', path: '/news' },
  ],
  feeds: [{ title: 'News (RSS)', label: 'News', path: '/news/feed.xml', type: 'application/rss+xml' }],
  layout: DEFAULT_LAYOUT,
};
const PAGE: PageView = {
  site: SITE,
  path: '/craft/repairs',
  version: '12.4',
  title: 'Repairs',
  description: 'What we mend',
  bannerImage: '/files/bench.jpg',
  bannerAlt: 'A workbench',
  canonical: null,
  noIndex: false,
  publishedAt: null,
  updatedAt: null,
  authors: [],
  tags: [],
  body: '<p>Text</p>',
  hasForm: false,
  breadcrumbs: [
    { label: 'Home', path: '/' },
    { label: 'Craft', path: '/craft' },
  ],
};
const POST: PostView = {
  ...PAGE,
  path: '/news/summer-hours',
  title: 'Summer hours',
  publishedAt: '2026-05-04T23:30:00.000Z',
  updatedAt: '2026-05-06T08:00:00.000Z',
  authors: [
    { name: 'Mia Thorne', path: '/authors/mia' },
    { name: 'Jon', path: null },
  ],
  tags: [{ name: 'Shop', path: '/tags/shop' }],
  stream: { title: 'News', path: '/news' },
  breadcrumbs: [
    { label: 'Home', path: '/' },
    { label: 'News', path: '/news' },
  ],
};
const CARD: PostCard = {
  title: 'Summer hours',
  path: '/news/summer-hours',
  introduction: 'Open later',
  publishedAt: '2026-05-04T23:30:00.000Z',
  authors: [{ name: 'Mia', path: null }],
  bannerImage: '/files/sun.jpg',
};
const STREAM: StreamView = {
  ...PAGE,
  path: '/news',
  title: 'News',
  posts: [CARD],
  page: null,
  pages: 3,
  breadcrumbs: [{ label: 'Home', path: '/' }],
};

const open = (html: string): Window['document'] => {
  const { document } = new Window();
  document.write(html);
  return document;
};
const meta = (document: Window['document'], name: string): string | undefined =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ??
  undefined;
interface Thing {
  readonly '@type': string;
  readonly [member: string]: unknown;
}
const structured = (html: string): readonly Thing[] => {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(json) as { '@graph': readonly Thing[] })['@graph'];
};
const thing = (html: string, type: string): Thing | undefined =>
  structured(html).find((each) => each['@type'] === type);

describe('a page of the theme', () => {
  it('says in its head what it is, with URLs of the settings', () => {
    const document = open(renderPage(PAGE));
    expect(document.title).toBe('Repairs · Pike & Linden');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://example.org/craft/repairs',
    );
    expect(document.documentElement.getAttribute('lang')).toBe('en');
    expect(document.documentElement.getAttribute('data-content-version')).toBe('12.4');
    expect(meta(document, 'description')).toBe('What we mend');
    expect(meta(document, 'og:url')).toBe('https://example.org/craft/repairs');
    expect(meta(document, 'og:image')).toBe('https://example.org/files/bench.jpg');
    expect(meta(document, 'robots')).toBeUndefined();
    expect(document.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe('/news/feed.xml');
  });

  it('has no absolute URLs where the URL of the site is not known', () => {
    const html = renderPage({ ...PAGE, site: { ...SITE, address: null } });
    const document = open(html);
    expect(document.querySelector('link[rel=canonical]')).toBeNull();
    expect(meta(document, 'og:url')).toBeUndefined();
    expect(meta(document, 'og:image')).toBeUndefined();
    expect(structured(html).map((each) => each['@type'])).toEqual(['WebSite', 'WebPage']);
  });

  it('follows its own canonical URL, and hides from search engines when asked to', () => {
    const canonical = (target: string): string | null | undefined =>
      open(renderPage({ ...PAGE, canonical: target }))
        .querySelector('link[rel=canonical]')
        ?.getAttribute('href');
    expect(canonical('/handwörk')).toBe('https://example.org/handw%C3%B6rk');
    expect(canonical('https://other.example/a')).toBe('https://other.example/a');
    expect(canonical('javascript:alert(1)')).toBeUndefined();
    expect(meta(open(renderPage({ ...PAGE, noIndex: true })), 'robots')).toBe('noindex');
  });

  it('marks where it is in the menu', () => {
    const document = open(renderPage(PAGE));
    const current = (menu: string): string[] =>
      [...document.querySelectorAll(`${menu} [aria-current]`)].map(
        (each) => `${each.textContent} ${each.getAttribute('aria-current')}`,
      );
    expect(current('.wide')).toEqual(['Craft true', 'Craft true', 'Repairs page']);
    expect(current('.small')).toEqual(['Craft true', 'Repairs page']);
    expect([...document.querySelectorAll('.crumbs a')].map((each) => each.textContent)).toEqual(['Craft']);
  });

  it('brings the scripts of the form only where there is one', () => {
    const scripts = (hasForm: boolean): (string | null)[] =>
      [...open(renderPage({ ...PAGE, hasForm })).querySelectorAll('script[src]')].map((each) =>
        each.getAttribute('src'),
      );
    expect(scripts(false)).toEqual([]);
    expect(scripts(true)).toEqual([
      '/_api/contact/site-contact.js',
      expect.stringMatching(/^\/_sd\/form\.[0-9a-f]{12}\.js$/),
    ]);
  });

  it('speaks German, and runs from right to left, by the language of the site', () => {
    const document = open(renderPost({ ...POST, site: { ...SITE, language: 'de-AT' } }));
    expect(document.querySelector('.skip')?.textContent).toBe('Zum Inhalt springen');
    expect(document.querySelector('.date')?.textContent).toBe('4. Mai 2026');
    expect(meta(document, 'og:locale')).toBe('de_AT');
    expect(renderPage({ ...PAGE, site: { ...SITE, language: 'ar' } })).toContain('<html lang="ar" dir="rtl"');
    expect(() => renderPost({ ...POST, site: { ...SITE, language: 'not a language' } })).not.toThrow();
  });

  it('escapes every text, in the page, in its head and in its structured data', () => {
    const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>&`;
    const [named, where] = [
      { name: evil, path: 'javascript:alert(1)' },
      { label: evil, path: `/"><b>` },
    ];
    const view: PostView = {
      ...POST,
      site: {
        ...SITE,
        name: evil,
        language: evil,
        menu: [{ ...where, children: [where] }],
        feeds: [{ ...SITE.feeds[0], title: evil, label: evil, path: evil, type: 'application/rss+xml' }],
      },
      path: `/"><script>`,
      version: evil,
      title: evil,
      description: evil,
      bannerAlt: evil,
      authors: [named],
      tags: [named],
      breadcrumbs: [where],
      stream: { title: evil, path: evil },
    };
    const pages = [
      renderPost(view),
      renderPage(view),
      renderStream({
        ...view,
        posts: [{ ...CARD, title: evil, introduction: evil, authors: [named] }],
        page: 1,
        pages: 1,
      }),
      errorPage(404, view.site),
    ];
    for (const html of pages) {
      const document = open(html);
      expect(document.querySelectorAll('script:not([type="application/ld+json"])')).toHaveLength(0);
      expect(document.querySelectorAll('b, [onerror]')).toHaveLength(0);
      expect(html).not.toContain('javascript:');
      expect(html).not.toMatch(/<img src=x|"'>/);
    }
    expect(thing(pages[0] ?? '', 'BlogPosting')?.['headline']).toBe(evil);
  });

  it('shows no picture from where none may come', () => {
    for (const bannerImage of [
      'http://a.example/x.jpg',
      'data:image/png;base64,x',
      '//a.example/x',
      'javascript:1',
    ])
      expect(renderPage({ ...PAGE, bannerImage })).not.toContain('class="banner"');
  });
});

describe('a post of the theme', () => {
  it('names its authors, its dates in UTC, its tags and its stream', () => {
    const html = renderPost(POST);
    const document = open(html);
    expect(document.querySelector('.byline')?.textContent).toBe('By Mia Thorne, Jon');
    expect([...document.querySelectorAll('.meta time')].map((each) => each.textContent)).toEqual([
      'May 4, 2026',
      'May 6, 2026',
    ]);
    expect(document.querySelector('.tags a')?.getAttribute('href')).toBe('/tags/shop');
    expect(document.querySelector('.more a')?.textContent).toBe('More in News');
    expect(meta(document, 'article:published_time')).toBe('2026-05-04T23:30:00.000Z');
  });

  it('says the same to search engines', () => {
    const html = renderPost(POST);
    expect(thing(html, 'BlogPosting')).toMatchObject({
      headline: 'Summer hours',
      url: 'https://example.org/news/summer-hours',
      image: 'https://example.org/files/bench.jpg',
      datePublished: '2026-05-04T23:30:00.000Z',
      dateModified: '2026-05-06T08:00:00.000Z',
      author: [
        { '@type': 'Person', name: 'Mia Thorne', url: 'https://example.org/authors/mia' },
        { '@type': 'Person', name: 'Jon' },
      ],
    });
    expect(thing(html, 'BreadcrumbList')?.['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://example.org/' },
      { '@type': 'ListItem', position: 2, name: 'News', item: 'https://example.org/news' },
      {
        '@type': 'ListItem',
        position: 3,
        name: 'Summer hours',
        item: 'https://example.org/news/summer-hours',
      },
    ]);
    expect(thing(html, 'WebSite')).toMatchObject({ name: 'Pike & Linden', url: 'https://example.org/' });
  });

  it('is not called updated on the day it was published', () => {
    const html = renderPost({ ...POST, updatedAt: '2026-05-04T23:59:00.000Z' });
    expect(open(html).querySelectorAll('.meta time')).toHaveLength(1);
  });
});

describe('a stream of the theme', () => {
  it.each([
    [0, 0],
    [10, 0],
    [11, 1],
    [20, 1],
    [21, 2],
    [18_000, 1_799],
  ])('of %i posts has %i archive pages, each full', (posts, pages) => {
    expect(archivePages(posts, 10)).toBe(pages);
    expect(pages * 10).toBeLessThanOrEqual(posts);
    // What the newest ten leave over is on them.
    expect(pages * 10).toBeGreaterThanOrEqual(posts - 10);
  });

  it.each<[number | null, readonly string[]]>([
    [null, ['Older posts /news/page/3']],
    [3, ['Newer posts /news', 'Older posts /news/page/2']],
    [2, ['Newer posts /news/page/3', 'Older posts /news/page/1']],
    [1, ['Newer posts /news/page/2']],
  ])('leads from page %s to its neighbours', (page, links) => {
    const document = open(renderStream({ ...STREAM, page }));
    expect(
      [...document.querySelectorAll('.pages a')].map(
        (each) => `${each.textContent} ${each.getAttribute('href')}`,
      ),
    ).toEqual(links);
  });

  it('keeps an archive page as it is when there are more posts', () => {
    expect(renderStream({ ...STREAM, page: 2, pages: 3 })).toBe(
      renderStream({ ...STREAM, page: 2, pages: 9 }),
    );
  });

  it('gives an archive page its own URL and title', () => {
    const document = open(renderStream({ ...STREAM, page: 2 }));
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://example.org/news/page/2',
    );
    expect(document.title).toBe('News – Page 2 · Pike & Linden');
    expect(document.querySelector('.posts h2 a')?.getAttribute('href')).toBe('/news/summer-hours');
  });

  it('says when there is nothing in it', () => {
    const document = open(renderStream({ ...STREAM, posts: [], pages: 0 }));
    expect(document.querySelector('main')?.textContent).toContain('There are no posts yet.');
    expect(document.querySelector('.pages')).toBeNull();
  });

  it('shows pictures on cards only, which hold back until they are needed', () => {
    expect(renderPostList([CARD], 'cards', 'en')).toContain(
      '<img src="/files/sun.jpg" alt="" loading="lazy">',
    );
    expect(renderPostList([CARD], 'list', 'en')).not.toContain('<img');
  });
});

describe('the error pages of the theme', () => {
  it.each([
    [404, 'Page not found'],
    [410, 'This page is gone'],
    [503, 'We’ll be right back'],
  ] as const)('answer %i', (status, title) => {
    const document = open(errorPage(status, SITE));
    expect(document.querySelector('h1')?.textContent).toBe(title);
    expect(meta(document, 'robots')).toBe('noindex');
    expect(document.querySelector('link[rel=canonical]')).toBeNull();
  });
});

describe('the contact form of the theme', () => {
  const form = { language: 'de', maxMessageLength: 900, takesPosts: false };

  it('waits for its script where nothing else can send it, and says so', () => {
    const closed = open(renderContactForm(form));
    expect(closed.querySelector('button')?.hasAttribute('disabled')).toBe(true);
    expect(renderContactForm(form)).toContain(
      '<noscript><p class="notice">Dieses Formular braucht JavaScript.',
    );
    const free = open(renderContactForm({ ...form, takesPosts: true }));
    expect(free.querySelector('button')?.hasAttribute('disabled')).toBe(false);
    expect(free.querySelector('noscript')).toBeNull();
    expect(free.querySelector('form')?.getAttribute('action')).toBe('/_api/contact/submit');
    expect(free.querySelector('textarea')?.getAttribute('maxlength')).toBe('900');
  });

  it('is joined to the generated script, which answers in the language of the site', () => {
    const window = new Window({
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    window.document.write(renderContactForm(form));
    let done: (result: { message: string; error: string | null }) => void = () => undefined;
    Object.assign(window, {
      SiteContact: {
        init: (_form: unknown, options: { onSuccess: typeof done }) => (done = options.onSuccess),
      },
    });
    const script = assets.find(({ path }) => path.endsWith('.js'));
    window.eval(script?.body ?? '');
    const status = window.document.querySelector('[role=status]');
    const said = (message: string, error: string | null): string | undefined => {
      done({ message, error });
      return status?.textContent;
    };
    expect(window.document.querySelector('button')?.hasAttribute('disabled')).toBe(false);
    expect(said('Thank you for your message. We will get back to you soon.', null)).toBe(
      'Vielen Dank für Ihre Nachricht. Wir melden uns bald bei Ihnen.',
    );
    expect(said('Validation failed', 'Message must be between 10 and 900 characters')).toBe(
      'Schreiben Sie eine Nachricht mit 10 bis 900 Zeichen.',
    );
    expect(
      said('Too many requests. Please try again later. Try again in 4 minutes.', 'Rate limit exceeded'),
    ).toBe('Zu viele Nachrichten. Versuchen Sie es in 4 Minuten noch einmal.');
    expect(said('Something new', 'Something new')).toBe('Something new');
  });

  it('says so when its script could not be loaded', () => {
    const window = new Window({
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    window.document.write(renderContactForm(form));
    window.eval(assets.find(({ path }) => path.endsWith('.js'))?.body ?? '');
    expect(window.document.querySelector('[role=status]')?.textContent).toMatch(/^Das Formular konnte nicht/);
    expect(window.document.querySelector('button')?.hasAttribute('disabled')).toBe(true);
  });
});

describe('the files of the theme', () => {
  it('are named by what is in them', () => {
    expect(assets.map(({ type }) => type)).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
    for (const { path, body } of assets)
      expect(path).toContain(`.${createHash('sha256').update(body).digest('hex').slice(0, 12)}.`);
  });

  it('are small', () => {
    const [style, script] = assets.map(({ body }) => Buffer.byteLength(body));
    expect(style).toBeLessThan(13_500); // a page with it and its script is to be at most 30 kB
    expect(script).toBeLessThan(3_000);
  });
});

it('gives the same octets for the same view, on every version of Node', () => {
  const pages = [renderPage(PAGE), renderPost(POST), renderStream(STREAM), errorPage(404, SITE)];
  expect(pages).toEqual([renderPage(PAGE), renderPost(POST), renderStream(STREAM), errorPage(404, SITE)]);
  const octets = pages.join('\n').replaceAll(/\/_sd\/[^"]+/g, '/_sd/');
  expect(createHash('sha256').update(octets).digest('hex')).toBe(
    'e2021cca861c0c3325f123fd3afeb529ed6149a83c98ca8a391d0cdacfb60523',
  );
});
