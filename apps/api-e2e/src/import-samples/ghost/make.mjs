// Fills an empty Ghost through its Admin API and writes the export that Ghost makes: node make.mjs skerry.json
// Ghost listens at GHOST, its configured URL is https://skerry.example/, and no posts of it are kept.
// TOKENS reads the tokens of invitations from its database, as they are only emailed: a command that prints "email token" per line.
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , target] = process.argv;
const site = 'https://skerry.example';
const SAMPLES = join(import.meta.dirname, '..');
const PASSWORD = 'Zq7-skerry-of-granite';
let cookie = '';

async function call(method, path, body, headers = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${process.env.GHOST}/ghost/api/admin${path}`, {
    method,
    headers: {
      Origin: site,
      'X-Forwarded-Proto': 'https',
      Cookie: cookie,
      'Accept-Version': 'v5.0',
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const [given] = answer.headers.getSetCookie();
  if (given) [cookie] = given.split(';');
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : text;
}

// --- People
await call('POST', '/authentication/setup/', {
  setup: [
    { name: 'Ines Vogel', email: 'ines@skerry.example', password: PASSWORD, blogTitle: 'The skerry light' },
  ],
}).catch((error) => {
  if (!String(error).includes('403')) throw error;
});
await call('POST', '/session/', { username: 'ines@skerry.example', password: PASSWORD });
const roles = (await call('GET', '/roles/?limit=all')).roles;
for (const [name, email, role] of [
  ['Tom Ọkáfọ̀r', 'tom@skerry.example', 'Author'],
  ['Runa “Fog” Lind', 'runa@skerry.example', 'Editor'],
]) {
  const { users } = await call('GET', '/users/?limit=all');
  if (users.some((user) => user.email === email)) continue;
  await call('POST', '/invites/', {
    invites: [{ email, role_id: roles.find((each) => each.name === role).id }],
  }).catch((error) => console.warn(String(error).slice(0, 200)));
  const token = execSync(process.env.TOKENS, { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.split('\t'))
    .find(([of]) => of === email)[1];
  const own = cookie;
  cookie = '';
  await call('POST', '/authentication/invitation/', {
    invitation: [{ token, email, name, password: PASSWORD }],
  });
  cookie = own;
}
for (const kind of ['posts', 'pages'])
  for (const { id } of (await call('GET', `/${kind}/?limit=all`))[kind]) await call('DELETE', `/${kind}/${id}/`);

// --- Files
async function upload(kind, sample, name, type) {
  const form = new FormData();
  form.set('file', new Blob([sample === '' ? 'A plan.' : readFileSync(join(SAMPLES, sample))], { type }), name);
  form.set('ref', name);
  const answer = await call('POST', `/${kind}/upload/`, form);
  return Object.values(answer)[0][0].url;
}
const lamp = await upload('images', 'jekyll/images/bridge.png', 'lamp.png', 'image/png');
const lens = await upload('images', 'pandoc/tin.png', 'lens.png', 'image/png');
const plan = await upload('files', '', 'plan.pdf', 'application/pdf');

// --- Lexical
const FORMATS = { bold: 1, italic: 2, strike: 4, underline: 8, code: 16, sub: 32, sup: 64, mark: 128 };
const t = (text, ...formats) => ({
  detail: 0,
  format: formats.reduce((all, name) => all | FORMATS[name], 0),
  mode: 'normal',
  style: '',
  text,
  type: 'extended-text',
  version: 1,
});
const br = { type: 'linebreak', version: 1 };
const block = (type, children, more = {}) => ({
  children: children.map((child) => (typeof child === 'string' ? t(child) : child)),
  direction: 'ltr',
  format: '',
  indent: 0,
  type,
  version: 1,
  ...more,
});
const a = (url, ...children) =>
  block('link', children, { rel: null, target: null, title: null, url });
const p = (...children) => block('paragraph', children);
const h = (level, ...children) => block('extended-heading', children, { tag: `h${level}` });
const quote = (...children) => block('extended-quote', children);
const aside = (...children) => block('aside', children);
const li = (value, ...children) => block('listitem', children, { value });
const ul = (...items) =>
  block('list', items.map((item, at) => li(at + 1, ...[item].flat())), { listType: 'bullet', start: 1, tag: 'ul' });
const ol = (start, ...items) =>
  block('list', items.map((item, at) => li(start + at, ...[item].flat())), { listType: 'number', start, tag: 'ol' });
const card = (type, values = {}) => ({ type, version: 1, ...values });
const lexical = (...children) =>
  JSON.stringify({ root: { children, direction: 'ltr', format: '', indent: 0, type: 'root', version: 1 } });
const here = (path) => `${site}${path}`;
const image = (src, values = {}) =>
  card('image', { src, width: 120, height: 80, title: '', alt: '', caption: '', cardWidth: 'regular', href: '', ...values });

const users = (await call('GET', '/users/?limit=all')).users;
const by = (...names) => names.map((name) => ({ id: users.find((user) => user.name.startsWith(name)).id }));
const on = (date) => ({ status: 'published', published_at: date });

const posts = [
  {
    title: 'The lamp & the “lens” — <cleaned>',
    slug: 'the-lamp',
    ...on('2023-04-16T07:30:00.000Z'),
    authors: by('Tom', 'Ines'),
    tags: ['Lamps & lenses', 'Äpfel', '#internal', 'C++'],
    custom_excerpt: 'A lamp, a lens,\nand a cloth.',
    meta_title: 'The lamp, for engines',
    meta_description: 'How we clean the lamp',
    feature_image: lamp,
    feature_image_alt: 'A lamp on a rock',
    feature_image_caption: 'The lamp, <em>lit</em>',
    canonical_url: 'https://lamps.example/the-lamp?a=1&b=2',
    featured: true,
    codeinjection_head: '<script>window.lamp = 1;</script>',
    lexical: lexical(
      p('We ', t('clean', 'bold'), ' the ', t('lamp', 'italic'), ' with ', t('care and haste', 'strike'), ' vinegar, ', t('never', 'bold', 'italic'), ' with sand.'),
      p('H', t('2', 'sub'), 'O, 12 m', t('2', 'sup'), ' of glass, ', t('wipe --dry', 'code'), ', ', t('slowly', 'underline'), ' and ', t('upwards', 'mark'), '.'),
      p('See ', a('https://cloths.example/list?kind=soft&n=2#top', 'which ', t('cloth', 'bold')), ', ', a(here('/the-fog-bell/'), 'the bell'), ', ', a(here('/about/#keepers'), 'who we are'), ' or ', a('#the-glass', 'below'), '.', br, 'A line of its own.'),
      h(2, 'The glass'),
      p('Clear 透明 and ½ a litre: ', a('mailto:ines@skerry.example', 'write to us'), '.'),
    ),
  },
  {
    title: 'Headings of every level',
    slug: 'headings',
    ...on('2023-04-17T00:00:00.000Z'),
    lexical: lexical(h(1, 'One'), p('a'), h(2, 'Two'), p('b'), h(3, 'Three ', t('and more', 'italic')), p('c'), h(4, 'Four'), p('d'), h(5, 'Five'), p('e'), h(6, 'Six'), p('f')),
  },
  {
    title: 'Lists within lists',
    slug: 'lists',
    ...on('2023-04-18T00:00:00.000Z'),
    lexical: lexical(
      ul('Oil', [ul('of rape', 'of fish', [ol(1, 'cod', 'herring')])], 'Wicks'),
      ol(3, 'Light', [t('Wind', 'bold'), ' the ', a('https://clocks.example/', 'clock')], 'Sleep'),
    ),
  },
  {
    title: 'Quotes and asides',
    slug: 'quotes',
    ...on('2023-04-19T00:00:00.000Z'),
    lexical: lexical(
      quote('The sea ', t('keeps', 'italic'), ' nothing.', br, 'It lends.'),
      aside('A light is a promise.'),
      card('horizontalrule'),
      p('After the line.'),
    ),
  },
  {
    title: 'A picture, a wide one, and one that is a link',
    slug: 'pictures',
    ...on('2023-04-20T00:00:00.000Z'),
    lexical: lexical(
      image(lamp, { alt: 'The lamp at dusk', caption: '<span style="white-space: pre-wrap;">By </span><a href="https://photos.example/tom"><span style="white-space: pre-wrap;">Tom</span></a>' }),
      p('Between.'),
      image(lens, { cardWidth: 'wide', alt: 'The lens' }),
      image(lens, { cardWidth: 'full', href: 'https://lenses.example/fresnel' }),
      image('https://images.elsewhere.example/sea.jpg?w=2000&q=80', { caption: 'The sea', alt: '' }),
    ),
  },
  {
    title: 'A gallery',
    slug: 'gallery',
    ...on('2023-04-21T00:00:00.000Z'),
    lexical: lexical(
      p('Four of ours:'),
      card('gallery', {
        caption: '<span style="white-space: pre-wrap;">Two of each</span>',
        images: [lamp, lens, lamp, lens].map((src, row) => ({
          row: row < 3 ? 0 : 1,
          src,
          width: 120,
          height: 80,
          alt: row % 2 ? 'Lens' : 'Lamp',
          title: '',
          caption: '',
          fileName: row % 2 ? 'lens.png' : 'lamp.png',
        })),
      }),
    ),
  },
  {
    title: 'Bookmarks',
    slug: 'bookmarks',
    ...on('2023-04-22T00:00:00.000Z'),
    lexical: lexical(
      card('bookmark', {
        url: 'https://tides.example/table?port=skerry&day=1',
        caption: '<span style="white-space: pre-wrap;">For every port</span>',
        metadata: {
          icon: 'https://tides.example/icon.png',
          title: 'Tide tables & more',
          description: 'High water, low water <and> slack.',
          author: 'M. Moon',
          publisher: 'Tides',
          thumbnail: 'https://tides.example/thumbnail.png',
        },
      }),
      card('bookmark', { url: here('/gallery/'), metadata: { icon: null, title: 'A gallery', description: null, author: null, publisher: null, thumbnail: null } }),
    ),
  },
  {
    title: 'Callouts',
    slug: 'callouts',
    ...on('2023-04-23T00:00:00.000Z'),
    lexical: lexical(
      card('callout', { calloutText: '<p dir="ltr"><span style="white-space: pre-wrap;">Mind the </span><strong style="white-space: pre-wrap;">third</strong><span style="white-space: pre-wrap;"> step.</span></p>', calloutEmoji: '⚠️', backgroundColor: 'yellow' }),
      card('callout', { calloutText: 'Tea is <a href="https://tea.example/">below</a>.', calloutEmoji: '💡', backgroundColor: 'green' }),
      card('callout', { calloutText: 'No emoji here.', calloutEmoji: '', backgroundColor: 'grey' }),
      card('callout', { calloutText: 'Do not touch.', calloutEmoji: '🔥', backgroundColor: 'red' }),
    ),
  },
  {
    title: 'Toggles',
    slug: 'toggles',
    ...on('2023-04-24T00:00:00.000Z'),
    lexical: lexical(
      card('toggle', {
        heading: '<span style="white-space: pre-wrap;">Can I </span><b><strong style="white-space: pre-wrap;">visit</strong></b><span style="white-space: pre-wrap;">?</span>',
        content: '<p dir="ltr"><span style="white-space: pre-wrap;">On Sundays, by </span><a href="https://boats.example/"><span style="white-space: pre-wrap;">boat</span></a><span style="white-space: pre-wrap;">.</span></p><ul><li value="1"><span style="white-space: pre-wrap;">at ten</span></li><li value="2"><span style="white-space: pre-wrap;">at two</span></li></ul>',
      }),
      card('toggle', { heading: 'Is it open in winter?', content: '<p>No.</p>' }),
    ),
  },
  {
    title: 'Code',
    slug: 'code',
    ...on('2023-04-25T00:00:00.000Z'),
    lexical: lexical(
      card('codeblock', { code: 'for (const flash of flashes) {\n\tshow(flash); // <b> & </b>\n\n}', language: 'javascript', caption: '<p>Every <b>ten</b> seconds</p>' }),
      card('codeblock', { code: 'plain  text\n  indented', language: '', caption: '' }),
    ),
  },
  {
    title: 'HTML of our own',
    slug: 'html',
    ...on('2023-04-26T00:00:00.000Z'),
    lexical: lexical(
      p('Before.'),
      card('html', { html: '<table><caption>Flashes</caption><thead><tr><th>Colour</th><th>Seconds</th></tr></thead><tbody><tr><td>red</td><td>10</td></tr><tr><td colspan="2">dark</td></tr></tbody></table>\n<dl><dt>Lux</dt><dd>Light on a square metre.</dd></dl>' }),
      card('html', { html: '<script>alert(1)</script><p onclick="alert(2)">Kept <b>words</b>.</p><iframe src="https://maps.example/skerry"></iframe><form><input name="q"><button>Go</button></form>' }),
      p('After.'),
    ),
  },
  {
    title: 'Films and sounds of others',
    slug: 'embeds',
    ...on('2023-04-27T00:00:00.000Z'),
    lexical: lexical(
      card('embed', { url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', embedType: 'video', html: '<iframe width="200" height="113" src="https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed" frameborder="0" allow="autoplay" allowfullscreen title="Big Buck Bunny"></iframe>', metadata: {}, caption: '<span>A film</span>' }),
      card('embed', { url: 'https://vimeo.com/76979871', embedType: 'video', html: '<iframe src="https://player.vimeo.com/video/76979871?app_id=122963" width="426" height="240" frameborder="0"></iframe>', metadata: {}, caption: '' }),
      card('embed', { url: 'https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl', embedType: 'rich', html: '<iframe style="border-radius: 12px" width="100%" height="152" title="Spotify Embed: Cut" frameborder="0" src="https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl?utm_source=oembed"></iframe>', metadata: {}, caption: '' }),
      card('embed', { url: 'https://chatter.example/fog/1', embedType: 'rich', html: '<blockquote class="chatter"><p>Fog again.</p>&mdash; Fog (@fog) <a href="https://chatter.example/fog/1">May 1</a></blockquote><script async src="https://chatter.example/widgets.js"></script>', metadata: {}, caption: '' }),
      card('embed', { url: 'https://player.elsewhere.example/9', embedType: 'video', html: '<iframe src="https://player.elsewhere.example/embed/9"></iframe>', metadata: {}, caption: '<span>Waves</span>' }),
    ),
  },
  {
    title: 'Buttons',
    slug: 'buttons',
    ...on('2023-04-28T00:00:00.000Z'),
    lexical: lexical(
      p('Come:'),
      card('button', { buttonText: 'Book a boat & a bed', alignment: 'center', buttonUrl: 'https://boats.example/book?n=2&m=3' }),
      card('button', { buttonText: 'See the gallery', alignment: 'left', buttonUrl: here('/gallery/') }),
    ),
  },
  {
    title: 'Headers of sections',
    slug: 'headers',
    ...on('2023-04-29T00:00:00.000Z'),
    lexical: lexical(
      card('header', { size: 'small', style: 'dark', buttonEnabled: true, buttonUrl: 'https://boats.example/', buttonText: 'To the boats', header: '<span style="white-space: pre-wrap;">Come in</span>', subheader: '<span style="white-space: pre-wrap;">The door is </span><i><em style="white-space: pre-wrap;">open</em></i>', backgroundImageSrc: lamp, version: 2, accentColor: '#FF1A75', alignment: 'center', backgroundColor: '#000000', backgroundImageWidth: 120, backgroundImageHeight: 80, backgroundSize: 'cover', textColor: '#FFFFFF', buttonColor: '#ffffff', buttonTextColor: '#000000', layout: 'wide', swapped: false }),
      p('Below it.'),
      card('header', { size: 'large', style: 'image', buttonEnabled: false, header: 'Of the first kind', subheader: 'As it was before', backgroundImageSrc: lens, version: 1 }),
    ),
  },
  {
    title: 'Things for sale',
    slug: 'product',
    ...on('2023-04-30T00:00:00.000Z'),
    lexical: lexical(
      card('product', { productImageSrc: lens, productImageWidth: 120, productImageHeight: 80, productTitle: '<span style="white-space: pre-wrap;">A lens</span>', productDescription: '<p dir="ltr"><span style="white-space: pre-wrap;">Ground by </span><b><strong style="white-space: pre-wrap;">hand</strong></b><span style="white-space: pre-wrap;">.</span></p>', productRatingEnabled: true, productStarRating: 4, productButtonEnabled: true, productButton: 'Buy it', productUrl: 'https://shop.skerry.example/lens' }),
    ),
  },
  {
    title: 'Sounds, films and files of ours',
    slug: 'media',
    ...on('2023-05-01T00:00:00.000Z'),
    lexical: lexical(
      card('audio', { duration: 184.2, mimeType: 'audio/mpeg', src: here('/content/media/2023/05/horn.mp3'), title: 'The fog horn', thumbnailSrc: lamp }),
      card('video', { src: here('/content/media/2023/05/waves.mp4'), caption: '<span>Waves in May</span>', fileName: 'waves.mp4', mimeType: 'video/mp4', width: 640, height: 360, duration: 12, thumbnailSrc: lens, customThumbnailSrc: '', thumbnailWidth: 640, thumbnailHeight: 360, cardWidth: 'regular', loop: false }),
      card('file', { src: plan, fileTitle: 'Plan of the tower', fileCaption: 'All four floors', fileName: 'plan.pdf', fileSize: 7 }),
    ),
  },
  {
    title: 'Markdown with notes',
    slug: 'markdown',
    ...on('2023-05-02T00:00:00.000Z'),
    lexical: lexical(
      card('markdown', { markdown: '## Log of the night\n\nWind from *north*, force **six**.[^1] And rain.[^rain]\n\n- [ ] oil\n- item\n    1. first\n    2. second\n\n| Hour | Wind |\n| ---- | ---: |\n| 22 | 5 |\n| 23 | 6 |\n\n```sh\nwind --now\n```\n\n> As ever.\n\n![The lamp](' + lamp + ')\n\nH~2~O, x^2^, ==late==, ~~early~~, <u>under</u>\n\n[^1]: By our own gauge.\n[^rain]: Since `ten`.\n' }),
      p('The end.'),
    ),
  },
  {
    title: 'For subscribers',
    slug: 'signup',
    ...on('2023-05-03T00:00:00.000Z'),
    lexical: lexical(
      p('Public words.'),
      card('signup', { alignment: 'center', backgroundColor: '#F0F0F0', backgroundImageSrc: '', backgroundSize: 'cover', textColor: '#000000', buttonColor: 'accent', buttonTextColor: '#FFFFFF', buttonText: 'Subscribe', disclaimer: '<span>No spam.</span>', header: '<span>Letters from the rock</span>', labels: [], layout: 'wide', subheader: '<span>Once a month</span>', successMessage: 'Done', swapped: false }),
      card('email', { html: '<p>Hello {first_name, "friend"}, only in email.</p>' }),
      card('email-cta', { alignment: 'left', buttonText: 'Upgrade', buttonUrl: 'https://skerry.example/up', html: '<p>Only for free members in email.</p>', segment: 'status:free', showButton: true, showDividers: true }),
      card('call-to-action', { layout: 'minimal', alignment: 'left', textValue: '<p><span style="white-space: pre-wrap;">Our friends sell </span><b><strong style="white-space: pre-wrap;">rope</strong></b><span style="white-space: pre-wrap;">.</span></p>', showButton: true, buttonText: 'To the rope', buttonUrl: 'https://rope.example/', buttonColor: '#000000', buttonTextColor: '#ffffff', hasSponsorLabel: true, sponsorLabel: '<p><span style="white-space: pre-wrap;">SPONSORED</span></p>', backgroundColor: 'grey', linkColor: 'text', imageUrl: '' }),
    ),
  },
  {
    title: 'Half of it is for members',
    slug: 'paywall',
    ...on('2023-05-04T00:00:00.000Z'),
    visibility: 'members',
    lexical: lexical(p('For all.'), card('paywall'), p('For members.')),
  },
  { title: 'For those who pay', slug: 'paid', ...on('2023-05-05T00:00:00.000Z'), visibility: 'paid', lexical: lexical(p('Gold.')) },
  { title: 'Not finished', slug: 'not-finished', status: 'draft', lexical: lexical(p('Half a sen')) },
  { title: 'Next century', slug: 'next-century', status: 'scheduled', published_at: '2099-01-01T00:00:00.000Z', lexical: lexical(p('Later.')) },
  {
    title: 'Чай на маяке',
    slug: 'чай',
    ...on('2023-05-06T21:59:59.000Z'),
    lexical: lexical(p('Чай, 茶, شاي и 🍵.'), { ...p('مرحبا بكم'), direction: 'rtl' }),
  },
  { title: '(Untitled)', slug: 'untitled', ...on('2023-05-07T00:00:00.000Z'), lexical: lexical(p('Without a title.')) },
  { title: 'Nothing in it', slug: 'nothing', ...on('2023-05-08T00:00:00.000Z'), lexical: lexical(p()) },
  {
    title: 'The fog bell',
    slug: 'the-fog-bell',
    ...on('2019-11-05T05:06:07.000Z'),
    authors: by('Runa'),
    tags: ['Sound'],
    mobiledoc: JSON.stringify({
      version: '0.3.1',
      atoms: [['soft-return', '', {}]],
      cards: [
        ['image', { src: lamp, alt: 'The bell', caption: 'Cast in <em>1880</em>' }],
        ['hr', {}],
        ['markdown', { markdown: 'From *before*:\n\n1. ring\n2. wait' }],
        ['html', { html: '<p>Own HTML</p>' }],
        ['code', { code: 'ding\n  dong', language: 'text' }],
        ['callout', { calloutEmoji: '🔔', calloutText: 'Loud.', backgroundColor: 'accent' }],
      ],
      markups: [['strong'], ['em'], ['a', ['href', here('/the-lamp/#the-glass')]]],
      sections: [
        [1, 'p', [[0, [], 0, 'The bell is '], [0, [0], 1, 'older'], [0, [], 0, ' than '], [0, [2], 1, 'the lamp'], [0, [], 0, '.'], [1, [], 0, 0], [0, [1], 1, 'Much older.']]],
        [1, 'h2', [[0, [], 0, 'Its sound']]],
        [10, 0],
        [3, 'ul', [[[0, [], 0, 'Ding']], [[0, [], 0, 'Dong']]]],
        [1, 'blockquote', [[0, [], 0, 'Every two minutes.']]],
        [10, 1],
        [10, 2],
        [10, 3],
        [10, 4],
        [10, 5],
      ],
      ghostVersion: '4.0',
    }),
  },
];
const pages = [
  { title: 'About', slug: 'about', ...on('2022-01-02T03:04:05.000Z'), lexical: lexical(p('A tower of ', a(here('/the-lamp/'), 'light'), '.'), h(2, 'Keepers'), p('Three of us.')) },
  { title: 'Visit', slug: 'visit', ...on('2022-01-03T00:00:00.000Z'), tags: ['Sound'], feature_image: lens, lexical: lexical(ol(1, 'Take the boat', 'Climb'), p(a(here('/about/'), 'About us'))) },
  { title: 'House rules', slug: 'house-rules', ...on('2022-01-04T00:00:00.000Z'), show_title_and_feature_image: false, lexical: lexical(h(2, 'No smoking'), h(2, 'No smoking'), p(a('#no-smoking-1', 'The second'))) },
  { title: 'Old plan', slug: 'old-plan', status: 'draft', lexical: lexical(p('Draft of a page.')) },
];

for (const [kind, list] of [['posts', posts], ['pages', pages]])
  for (const each of list) await call('POST', `/${kind}/`, { [kind]: [each] });

// --- The export, without what nobody imports: settings, themes, sessions and the like
const { db } = await call('GET', '/db/');
const KEPT = ['posts', 'posts_authors', 'posts_meta', 'posts_tags', 'tags', 'users', 'roles', 'roles_users', 'products'];
const data = Object.fromEntries(Object.entries(db[0].data).filter(([table]) => KEPT.includes(table)));
for (const user of data.users) user.password = '';
writeFileSync(target, `${JSON.stringify({ db: [{ meta: db[0].meta, data }] }, null, 1)}\n`);
