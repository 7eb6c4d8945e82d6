/** Made-up people and messages for pictures. Every name and address is invented. */
export const ADMINISTRATOR = {
  email: 'anna.berg@example.com',
  password: 'seven rivers under a paper moon',
  displayName: 'Anna Berg',
};

const PEOPLE = [
  ['Tomas Lind', 'tomas.lind@example.com', ['Editor']],
  ['Mira Okafor', 'mira.okafor@example.com', ['Author', 'Reviewer']],
  ['Jonas Weiss', 'jonas.weiss@example.com', ['Author']],
  ['Lucia Romero', 'lucia.romero@example.com', ['Reviewer']],
];

const MESSAGES = [
  [
    'Eva Sommer',
    'eva.sommer@example.net',
    'Hello, do you also repair bicycles from the seventies? The gear is stuck and I would love to ride it again this spring.',
  ],
  [
    'Piotr Nowak',
    'piotr.nowak@example.org',
    'We would like to order forty chairs for a school hall. Could you send us an offer with delivery to Gdansk?',
  ],
  [
    'Amara Diallo',
    'amara@example.net',
    'The opening hours on your page say nine, the door says ten. Which one is right?',
  ],
  ['Henrik Dahl', 'henrik.dahl@example.com', 'Thank you for the quick help last week. Everything works.'],
  [
    'Grace Lee',
    'grace.lee@example.org',
    'Is the workshop on Saturday still on? I would bring two friends along.',
  ],
  [
    'Marek Horak',
    'marek@example.net',
    'I cannot find the invoice of March in my account. Could you send it once more, please?',
  ],
  [
    'Sofia Costa',
    'sofia.costa@example.com',
    'Our company looks for a partner for a series of evening courses. Who may I talk to?',
  ],
  [
    'Ben Ashby',
    'ben.ashby@example.org',
    'Do you ship to Ireland, and what would it cost for a parcel of four kilograms?',
  ],
];

/**
 * @param {string} origin
 * @param {string} setupCode
 * @returns {Promise<Readonly<Record<string, string>>>} headers with which the administrator is signed in
 */
export async function seedPeople(origin, setupCode) {
  await post(origin, '/editor/setup', { ...ADMINISTRATOR, code: setupCode }, {});
  const { email, password } = ADMINISTRATOR;
  const answer = await post(origin, '/editor/session', { email, password }, {});
  const { session } = /** @type {{ session: { csrfToken: string } }} */ (await answer.json());
  const headers = {
    Cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; '),
    'X-CSRF-TOKEN': String(session.csrfToken),
  };
  const roles = await fetch(`${origin}/editor/roles`, { headers });
  const { items } = /** @type {{ items: { id: string, name: string }[] }} */ (await roles.json());
  for (const [displayName, address, names] of PEOPLE) {
    const given = items.filter(({ name }) => names?.includes(name)).map(({ id }) => id);
    await post(origin, '/editor/users', { displayName, email: address, roles: given }, headers);
  }
  for (const name of ['Anna Berg', 'Tomas Lind']) {
    const biography = `${name} writes about craft, tools and the people who use them.`;
    await post(origin, '/editor/authors', { name, biography }, headers);
  }
  return headers;
}

/**
 * Answers a step of the set-up.
 * @param {string} origin
 * @param {string} step
 * @param {Readonly<Record<string, string>>} headers those of the administrator
 */
export async function passOver(origin, step, headers) {
  await post(origin, '/editor/setup/steps', { steps: [step], outcome: 'skipped' }, headers);
}

/** @param {string} words */
const p = (words) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
/** @param {string} words */
const h = (words) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: words }] });
const FIRST_TEXT = [
  p('Bring a book and an hour. You leave with both, and the book no longer loses its pages.'),
  h('What we do'),
  p('We take one signature out of a loose book, mend its fold with Japanese paper, and sew it back in.'),
  p('Tools, thread and paste are here. Tea too.'),
];
const NEXT_TEXT = [
  p('Bring a book and two hours. You leave with both, and the book no longer loses its pages.'),
  h('What we do'),
  p(
    'We take one signature out of a loose book, mend its fold with Japanese paper, and sew it back in. No one has ever broken a book here.',
  ),
  {
    type: 'callout',
    attrs: { kind: 'tip' },
    content: [p('Paperbacks are fine. Bring one that you love anyway.')],
  },
  h('When'),
  {
    type: 'bulletList',
    content: ['Saturday 13 March, 10 to 12', 'Saturday 17 April, 10 to 12'].map((day) => ({
      type: 'listItem',
      content: [p(day)],
    })),
  },
  { type: 'button', attrs: { label: 'Reserve a place', href: '/contact' } },
  p('If you can’t come, tell us by Thursday, so that someone else can.'),
];

/**
 * An article with two versions, under review, with a comment and a plan; and redirects.
 * @param {string} origin
 * @param {Readonly<Record<string, string>>} headers those of the administrator
 * @returns {Promise<number>} its number
 */
export async function seedArticles(origin, headers) {
  /** @param {string} path @param {unknown} body @param {string} [method] @param {Record<string, string>} [more] */
  const send = async (path, body, method = 'POST', more = {}) => {
    const answer = await post(origin, `/editor${path}`, body, { ...headers, ...more }, method);
    return answer.status === 204 ? {} : /** @type {Promise<any>} */ (answer.json());
  };
  const { number } = await send('/articles', { type: 0, title: 'Mend a book on Saturday', slug: 'workshop' });
  /** @param {readonly object[]} content */
  const save = async (content) => {
    const answer = await fetch(`${origin}/editor/articles/${number}`, { headers });
    const now = /** @type {any} */ (await answer.json());
    const fields = {
      ...now.fields,
      introduction: 'Two hours, one book, and everything you need to sew it yourself.',
      tags: ['workshop'],
    };
    const body = { operation: crypto.randomUUID(), fields, document: { type: 'doc', content } };
    await send(`/articles/${number}/draft`, body, 'PUT', { 'If-Match': `"v${now.revision}"` });
    return { 'If-Match': `"v${now.revision + 1}"` };
  };
  await send(`/articles/${number}/versions`, { name: 'First text' }, 'POST', await save(FIRST_TEXT));
  const seen = await save(NEXT_TEXT);
  await send(`/articles/${number}/review`, {}, 'POST', seen);
  await send(`/articles/${number}/threads`, {
    field: 'title',
    body: 'Which Saturday? Could the title say it?',
  });
  const at = new Date(Date.now() + 2 * 86_400_000);
  at.setUTCHours(9, 0, 0, 0);
  await send(`/articles/${number}/plans`, { action: 'publish', version: 2, at: at.toISOString() });
  for (const redirect of [
    {
      path: '/shop',
      withBelow: true,
      code: 301,
      forwardUrl: 'https://shop.example.com/',
      note: 'Closed in May',
    },
    { path: '/flyer-2019', code: 301, forwardUrl: '/about' },
    { path: '/old-price-list', code: 410 },
  ])
    await send('/redirects', redirect);
  return number;
}

/** A small drawing each. */
const PICTURES = /** @type {const} */ ([
  ['workshop.svg', '#b5651d', '#f4e3cf'],
  ['thread.svg', '#3f6c51', '#dbe9df'],
  ['paper.svg', '#44537a', '#dfe4f2'],
]);
const DOCUMENTS = ['Price list.csv', 'Notes.txt', 'Opening hours.ics'];

/**
 * Folders and files.
 * @param {string} origin
 * @param {Readonly<Record<string, string>>} headers those of the administrator
 */
export async function seedFiles(origin, headers) {
  for (const name of ['Press', 'Workshops']) await post(origin, '/editor/folders', { name }, headers);
  for (const [name, front, back] of PICTURES) {
    const shapes = `<rect width="400" height="300" fill="${back}"/><circle cx="200" cy="150" r="90" fill="${front}"/>`;
    await upload(
      origin,
      name,
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${shapes}</svg>`,
      headers,
    );
  }
  for (const name of DOCUMENTS)
    await upload(
      origin,
      name,
      name.endsWith('.ics') ? 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' : 'Two hours, one book',
      headers,
    );
}

/**
 * A layout that begins as a theme.
 * @param {string} origin
 * @param {Readonly<Record<string, string>>} headers those of the administrator
 * @returns {Promise<string>} its id
 */
export async function seedLayout(origin, headers) {
  const answer = await post(origin, '/editor/layouts', { name: 'Autumn', theme: 'journal' }, headers);
  return /** @type {{ id: string }} */ (await answer.json()).id;
}

/**
 * @param {string} origin
 * @param {string} name
 * @param {string} text
 * @param {Readonly<Record<string, string>>} headers
 * @throws Error with the server's words when it refuses
 */
async function upload(origin, name, text, headers) {
  const common = { Origin: origin, 'Tus-Resumable': '1.0.0', ...headers };
  const body = Buffer.from(text);
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const begun = await fetch(`${origin}/editor/uploads`, {
    method: 'POST',
    headers: { ...common, 'Upload-Length': String(body.length), 'Upload-Metadata': metadata },
  });
  const sent = await fetch(new URL(begun.headers.get('Location') ?? '', origin), {
    method: 'PATCH',
    headers: { ...common, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body,
  });
  if (!sent.ok) throw new Error(`Upload of ${name}: ${sent.status} ${await sent.text()}`);
}

/** @param {string} origin */
export async function seedMessages(origin) {
  for (const [name, email, message] of MESSAGES) {
    const script = await (await fetch(`${origin}/_api/contact/site-contact.js`)).text();
    const token = /v1\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/.exec(script)?.[0] ?? '';
    await post(origin, '/_api/contact/submit', { name, email, message }, { RequestVerificationToken: token });
  }
}

/**
 * @param {string} origin
 * @param {string} path
 * @param {unknown} body
 * @param {Readonly<Record<string, string>>} headers
 * @param {string} [method]
 * @throws Error with the server's words when it refuses
 */
async function post(origin, path, body, headers, method = 'POST') {
  const answer = await fetch(origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
