import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, startLocalServer } from './local-server.js';

/** How the service behaves; `ok` follows its documentation, the others do what their name says. */
export type MailingListBehaviour =
  | 'ok'
  | 'throttled'
  | 'down'
  | 'error-500'
  | 'forbidden'
  | 'silent'
  | 'slow-body'
  | 'garbage'
  | 'huge'
  | 'redirect'
  | 'reset';

/** Someone on a list. */
export interface ListMember {
  readonly email: string;
  readonly status: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** How many requests have named this member. */
  readonly writes: number;
}

/** A list of the account, with its fields and members. */
export interface FakeList {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly FakeListField[];
  readonly members: ReadonlyMap<string, ListMember>;
}

export interface FakeListField {
  readonly tag: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** A stand-in for Mailchimp's Marketing API on a local port: one account, its lists and members. */
export interface FakeMailingListService {
  /** Base address of the API, as a connection takes it. */
  readonly apiUrl: string;
  /** The account's key. A new one voids the one before. */
  readonly apiKey: string;
  readonly accountName: string;
  /** Requests that came in, whatever became of them. */
  readonly requests: number;
  /** The most requests that were open at one time. */
  readonly mostAtOnce: number;
  list(id: string): FakeList;
  addList(id: string, name: string, fields?: readonly FakeListField[]): void;
  removeList(id: string): void;
  /** Someone leaves the list, as a member does by the link in an email. */
  unsubscribe(listId: string, email: string): void;
  /** Addresses that the service does not take, and what it says. */
  refuse(email: string, words: string): void;
  accept(email: string): void;
  rotateKey(): string;
  behave(behaviour: MailingListBehaviour): void;
  close(): Promise<void>;
}

const NAME_FIELDS: readonly FakeListField[] = [
  { tag: 'FNAME', name: 'First Name', type: 'text', required: false },
  { tag: 'LNAME', name: 'Last Name', type: 'text', required: false },
  { tag: 'ADDRESS', name: 'Address', type: 'address', required: false },
  { tag: 'SIGNEDUP', name: 'Signed up', type: 'date', required: false },
];

const HUGE_BYTES = 4 * 1024 * 1024;
const BASE = '/3.0';

/** Starts the service on a free local port, with the list `news` of one account. */
export async function startMailingListService(
  accountName = 'Site & Sons',
  apiKey = newKey(),
): Promise<FakeMailingListService> {
  const service = new Service(accountName, apiKey);
  const { url, close } = await startLocalServer((request, response) => service.answer(request, response));
  service.addList('news', 'Newsletter');
  return {
    apiUrl: `${url}${BASE}`,
    accountName,
    get apiKey() {
      return service.apiKey;
    },
    get requests() {
      return service.requests;
    },
    get mostAtOnce() {
      return service.mostAtOnce;
    },
    list: (id) => service.list(id),
    addList: (id, name, fields) => service.addList(id, name, fields),
    removeList: (id) => void service.lists.delete(id),
    unsubscribe: (listId, email) => service.unsubscribe(listId, email),
    refuse: (email, words) => void service.refused.set(email.toLowerCase(), words),
    accept: (email) => void service.refused.delete(email.toLowerCase()),
    rotateKey: () => service.rotateKey(),
    behave: (behaviour) => void (service.behaviour = behaviour),
    close,
  };
}

const newKey = (): string => `${randomBytes(16).toString('hex')}-us21`;

/** The name under which the API keeps an address. */
const memberHash = (email: string): string => createHash('md5').update(email.toLowerCase()).digest('hex');

interface StoredList {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly FakeListField[];
  readonly members: Map<string, ListMember>;
}

class Service {
  readonly lists = new Map<string, StoredList>();
  readonly refused = new Map<string, string>();
  requests = 0;
  mostAtOnce = 0;
  behaviour: MailingListBehaviour = 'ok';
  private open = 0;

  constructor(
    private readonly accountName: string,
    public apiKey: string,
  ) {}

  list(id: string): StoredList {
    const found = this.lists.get(id);
    if (!found) throw new Error(`The account has no list ${id}.`);
    return found;
  }

  addList(id: string, name: string, fields: readonly FakeListField[] = NAME_FIELDS): void {
    this.lists.set(id, { id, name, fields, members: new Map() });
  }

  unsubscribe(listId: string, email: string): void {
    const { members } = this.list(listId);
    const member = members.get(memberHash(email)) ?? { email, status: '', fields: {}, writes: 0 };
    members.set(memberHash(email), { ...member, status: 'unsubscribed' });
  }

  rotateKey(): string {
    this.apiKey = newKey();
    return this.apiKey;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    this.open += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.open);
    response.on('close', () => (this.open -= 1));
    const body = await readBody(request);
    if (this.misbehave(response)) return;
    const signature = Buffer.from(
      /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
      'base64',
    );
    if (signature.toString().split(':')[1] !== this.apiKey) {
      return problem(
        response,
        401,
        'API Key Invalid',
        "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
      );
    }
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    return this.route(`${request.method} ${pathname.slice(BASE.length)}`, body, response);
  }

  private route(call: string, body: string, response: ServerResponse): void {
    if (call === 'GET /') return json(response, { account_id: 'a1', account_name: this.accountName });
    if (call === 'GET /lists') {
      const lists = [...this.lists.values()].map(({ id, name, members }) => ({
        id,
        name,
        stats: { member_count: [...members.values()].filter(isSubscribed).length },
      }));
      return json(response, { lists, total_items: lists.length });
    }
    const [, id = '', rest = ''] = /^(?:GET|PUT) \/lists\/([^/]+)\/(.+)$/.exec(call) ?? [];
    const list = this.lists.get(decodeURIComponent(id));
    if (!list)
      return problem(response, 404, 'Resource Not Found', 'The requested resource could not be found.');
    if (call.startsWith('GET') && rest === 'merge-fields') {
      return json(response, {
        merge_fields: list.fields.map((field, index) => ({ merge_id: index + 1, ...field })),
      });
    }
    const [, hash] = /^members\/([0-9a-f]{32})$/.exec(rest) ?? [];
    if (call.startsWith('PUT') && hash !== undefined) return this.put(list, hash, body, response);
    return problem(
      response,
      405,
      'Method Not Allowed',
      'The requested method and resource are not compatible.',
    );
  }

  private put(list: StoredList, hash: string, body: string, response: ServerResponse): void {
    const input = parseObject(body);
    const email = String(input['email_address'] ?? '');
    if (memberHash(email) !== hash)
      return invalid(response, 'email_address', 'The hash is not that of the address.');
    const words = this.refused.get(email.toLowerCase());
    if (words !== undefined) return problem(response, 400, 'Invalid Resource', words);
    const before = list.members.get(hash);
    const statusIfNew = String(input['status_if_new'] ?? '');
    if (!before && !['subscribed', 'pending'].includes(statusIfNew))
      return invalid(response, 'status_if_new', 'This value should be one of subscribed, pending.');
    const given = Object.entries(Object(input['merge_fields'] ?? {}));
    const unknown = given.find(([tag]) => !list.fields.some((field) => field.tag === tag));
    if (unknown) return invalid(response, unknown[0], 'This merge field does not exist.');
    const fields: Record<string, unknown> = { ...before?.fields, ...Object.fromEntries(given) };
    const missing = list.fields.find(({ tag, required }) => required && !fields[tag]);
    if (missing) return invalid(response, missing.tag, 'Please enter a value');
    const status = before?.status ?? statusIfNew;
    list.members.set(hash, { email, status, fields, writes: (before?.writes ?? 0) + 1 });
    return json(response, { id: hash, email_address: email, status, merge_fields: fields });
  }

  private misbehave(response: ServerResponse): boolean {
    const { behaviour } = this;
    switch (behaviour) {
      case 'ok':
        return false;
      case 'throttled':
        response.setHeader('retry-after', '1');
        problem(
          response,
          429,
          'Too Many Requests',
          'You have exceeded the limit of 10 simultaneous connections.',
        );
        return true;
      case 'down':
        problem(response, 503, 'Service Unavailable', 'We are down for maintenance.');
        return true;
      case 'error-500':
        problem(response, 500, 'Internal Server Error', `Something went wrong with the key ${this.apiKey}.`);
        return true;
      case 'forbidden':
        problem(response, 403, 'User Disabled', 'This account has been deactivated.');
        return true;
      case 'silent':
        return true;
      case 'slow-body':
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        return true;
      case 'garbage':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works!</html>');
        return true;
      case 'huge':
        response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(HUGE_BYTES)}"`);
        return true;
      case 'redirect':
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        return true;
      case 'reset':
        response.destroy();
        return true;
      default:
        return behaviour satisfies never;
    }
  }
}

const isSubscribed = ({ status }: ListMember): boolean => status === 'subscribed';

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function problem(
  response: ServerResponse,
  status: number,
  title: string,
  detail: string,
  errors: readonly unknown[] = [],
): void {
  const type = 'https://mailchimp.com/developer/marketing/docs/errors/';
  const body = { type, title, status, detail, instance: randomBytes(8).toString('hex'), errors };
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body));
}

function invalid(response: ServerResponse, field: string, message: string): void {
  problem(response, 400, 'Invalid Resource', 'The resource submitted could not be validated.', [
    { field, message },
  ]);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
