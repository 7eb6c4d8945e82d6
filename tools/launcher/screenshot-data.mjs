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
 * @throws Error with the server's words when it refuses
 */
async function post(origin, path, body, headers) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
