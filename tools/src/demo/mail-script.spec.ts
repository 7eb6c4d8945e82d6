import { Window } from 'happy-dom';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { listen } from '../testing/ports.js';
import { createMailServer } from './mail-server.js';
import { MailStore } from './mail-store.js';

const SCRIPT = readFileSync(join(__dirname, '../../assets/mail/mail.js'), 'utf8');

/** The catcher's page as a browser has it open: the server's markup, its script, and what the connection tells it. */
interface OpenPage {
  readonly title: () => string;
  readonly status: () => string | undefined;
  /** Subjects of the emails with a dot. */
  readonly marked: () => readonly (string | undefined)[];
  /** What the stream of changes reports. */
  readonly hear: (event: 'open' | 'change' | 'error') => void;
}

/** Node has no stream of server-sent events: the test speaks in its place. */
class Changes extends EventTarget {
  static readonly CLOSED = 2;
  static latest = new Changes();
  readonly readyState = 0;

  constructor() {
    super();
    Changes.latest = this;
  }
}

describe("the mail catcher's page", () => {
  let folder: string;
  let store: MailStore;
  let server: Server;
  let base: string;
  let memory: Map<string, string>;
  let now = 1_700_000_000_000;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitedesk-page-'));
    store = await MailStore.open({ folder, capacity: 50, now: () => (now += 1) });
    server = await createMailServer({ store, admin: '/admin/' });
    base = `http://127.0.0.1:${await listen(server)}`;
    memory = new Map();
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const keep = async (...subjects: readonly string[]): Promise<string> => {
    let last = '';
    for (const subject of subjects)
      last = (await store.add(Buffer.from(`Subject: ${subject}\r\n\r\nHello`))).id;
    return last;
  };

  /** Opens a page in the one browser of this test, whose storage outlives its pages. */
  const open = async (path = '/mail'): Promise<OpenPage> => {
    const window = new Window({ url: base + path });
    const { document } = window;
    document.write(await (await fetch(base + path)).text());
    const browser = {
      window,
      document,
      EventSource: Changes,
      localStorage: {
        getItem: (key: string) => memory.get(key) ?? null,
        setItem: (key: string, value: string) => void memory.set(key, value),
      },
      fetch: (address: string) => fetch(base + address),
    };
    runInContext(SCRIPT, createContext(browser));
    const changes = Changes.latest;
    return {
      title: () => document.title,
      status: () => document.querySelector('#live')?.textContent,
      marked: () =>
        [...document.querySelectorAll('.is-new strong')].map(({ textContent }) => textContent ?? undefined),
      hear: (event) => void changes.dispatchEvent(new Event(event)),
    };
  };

  /** Waits until the page shows a state; a wrong one is shown by the failing assertion. */
  const eventually = async (check: () => void): Promise<void> => {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      try {
        return check();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    check();
  };

  it('calls nothing new that was there at the first look', async () => {
    await keep('old');
    const page = await open();
    page.hear('open');
    await eventually(() => expect(page.status()).toBe('Listening. Nothing is sent from here.'));
    expect([page.title(), page.marked()]).toEqual(['Mail catcher', []]);
  });

  it('counts and marks all that came in, however many changes it heard at once', async () => {
    await keep('old');
    const page = await open();
    page.hear('open');
    await keep('a', 'b', 'c');
    for (let change = 0; change < 3; change += 1) page.hear('change');
    await eventually(() => expect(page.status()).toBe('Listening. 3 new emails.'));
    await keep('d');
    page.hear('change');
    await eventually(() => expect(page.marked()).toEqual(['d', 'c', 'b', 'a']));
    expect(page.title()).toBe('(4) Mail catcher');
  });

  it('says that the demonstration stopped, and after its return listens and counts what came in while it was away', async () => {
    const page = await open();
    page.hear('open');
    page.hear('error');
    expect(page.status()).toMatch(/has stopped/);
    await keep('one');
    page.hear('open');
    await eventually(() => expect(page.status()).toBe('Listening. One new email.'));
    expect(page.marked()).toEqual(['one']);
  });

  it('remembers what is new over a reload, until it is opened', async () => {
    await open();
    const a = await keep('a');
    await keep('b');
    const reloaded = await open();
    expect([reloaded.title(), reloaded.marked()]).toEqual(['(2) Mail catcher', ['b', 'a']]);
    const mail = await open(`/mail/${a}`);
    expect([mail.title(), mail.marked()]).toEqual(['(1) a', ['b']]);
    expect((await open()).marked()).toEqual(['b']);
  });
});
