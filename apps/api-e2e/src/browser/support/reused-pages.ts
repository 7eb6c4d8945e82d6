import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** What stays with a page or its context for good. */
const LASTING = ['addInitScript', 'exposeFunction', 'on', 'once'] as const;
const CLOCK = [
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const;

/**
 * Pages that tests have given back, for the next ones: a page that has compiled the program before opens it in half the
 * time. Each is as good as new when it's taken; one with something that can't be undone is closed instead.
 */
export class ReusedPages {
  private readonly idle: Page[] = [];
  private readonly spoiled = new WeakSet<BrowserContext>();
  private readonly tools = new WeakMap<BrowserContext, CDPSession[]>();

  /** @param blank an address that answers with little, of the only origin that a page given back may have asked */
  constructor(private readonly blank: string) {}

  take(): Page | undefined {
    return this.idle.pop();
  }

  /** From here on, what can't be undone is noticed. */
  watch(page: Page): void {
    const context = page.context();
    const { origin } = new URL(this.blank);
    const spoil = (): unknown => this.spoiled.add(context);
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin) spoil();
    });
    page.once('crash', spoil);
    for (const target of [page, context]) beforeEachCall(target, LASTING, spoil);
    beforeEachCall(page.clock, CLOCK, spoil);
    const tools: CDPSession[] = [];
    this.tools.set(context, tools);
    const newSession = context.newCDPSession.bind(context);
    context.newCDPSession = async (of) => {
      const session = await newSession(of);
      tools.push(session);
      return session;
    };
  }

  /** Cleans a page, or closes it with all that its context has. */
  async giveBack(page: Page): Promise<void> {
    const context = page.context();
    try {
      if (page.isClosed() || this.spoiled.has(context)) return await context.close();
      for (const other of context.pages()) if (other !== page) await other.close();
      // What a session has set ends with it; most are detached already.
      for (const session of this.tools.get(context)?.splice(0) ?? [])
        await session.detach().catch(() => undefined);
      await context.setOffline(false);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(this.blank, { timeout: BLANK_MS });
      await page.evaluate(FORGET);
      await context.clearCookies();
      await page.mouse.move(-1, -1);
      this.idle.push(page);
    } catch {
      await context.close(); // its server is away
    }
  }
}

/** How long a page may take to leave a test, in milliseconds. */
const BLANK_MS = 10_000;

/** Deletes what an origin has stored on the device. */
const FORGET = `(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = resolve;
      deletion.onerror = deletion.onblocked = reject;
    });
  }
})()`;

function beforeEachCall(target: object, methods: readonly string[], work: () => unknown): void {
  for (const name of methods) {
    const own: unknown = Reflect.get(target, name);
    if (typeof own !== 'function') throw new Error(`There is no method ${name}.`);
    Reflect.set(target, name, (...values: readonly unknown[]): unknown => {
      work();
      return Reflect.apply(own, target, values);
    });
  }
}
