import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { freePort } from '@sitedesk/testing';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { createMigratedDatabase } from '../harness/database.js';
import { ADMINISTRATOR, EditorBrowser, type EditorSite } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague, type Colleague } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { BEHIND_LOCAL_PROXY } from '../harness/site.js';
import { freshAddress, MESSAGE } from '../harness/visitor.js';
import { type Admin, openAdmin } from './support/admin.js';
import { goToEnd, isOpen, isSaved, textIn, textOf } from './support/article-editor.js';

/** What Google Docs puts on the clipboard: bold by style, in a wrapper that isn't bold, with a picture of its own servers. */
const GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-3b1f6a0e-7fff-2a11-9d1c-8b1a2c3d4e5f">
<h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">What it needs</span></h2>
<p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-family:Arial;font-weight:400;white-space:pre-wrap;">Linen thread, </span><span style="font-weight:700;white-space:pre-wrap;">waxed</span><span style="font-weight:400;">, and a free Sunday.</span></p>
<ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>A bone folder</span></p></li>
<ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>of real bone</span></p></li></ul></ul>
<p dir="ltr"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXe?key=abc" width="602" height="401"></p></b>`;

const NEW_PATH = '/journal/sewing-a-spine-again';
const OLD_PATH = '/journal/sewing-a-spine';

/**
 * As a new user goes through it, from the first start on: what each step can do besides has tests of its own. One test, because
 * each step begins where the one before ended.
 */
describe('the first article of a new site', () => {
  const people = new Map<string, Colleague>();
  let backend: Backend;
  let admin: Admin;
  // Each try needs a site that isn't set up.
  beforeEach(async () => {
    backend = await startBackend();
    admin = await openAdmin(backend.site);
  });
  afterEach(() => admin.stop());

  const person = (name: string): Colleague['credentials'] => {
    const found = people.get(name);
    if (!found) throw new Error(`Nobody is ${name}.`);
    return found.credentials;
  };
  const visitor = async (): Promise<Page> => {
    const page = await admin.browser.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  };
  /** What visitors are answered, asked again until it's that. */
  const shows = (path: string, status: number, words = ''): Promise<void> =>
    eventually(async () => {
      const answer = await fetch(backend.visitors + path, { redirect: 'manual' });
      expect([path, answer.status]).toEqual([path, status]);
      expect(await answer.text()).toContain(words);
    });
  const pressed = async (button: Locator): Promise<void> => {
    await button.waitFor();
    await eventually(async () => expect(await button.isEnabled()).toBe(true));
    // A dialog that has just opened gives the focus to its first field.
    await button.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))');
    await button.press('Enter');
  };
  const publish = async (page: Page, name = 'Publish', verb = 'Publish now'): Promise<void> => {
    await isSaved(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' }); // keys of the page are heard again
    const opens = page.getByRole('button', { name, exact: true });
    await eventually(async () => expect(await opens.isEnabled()).toBe(true)); // as are its keys
    await page.keyboard.press('Control+Shift+P');
    const dialog = page.getByRole('dialog', { name, exact: true });
    await pressed(dialog.getByRole('button', { name: verb }));
    await dialog.waitFor({ state: 'detached' });
  };
  const panel = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('tab', { name, exact: true }).click();
  };
  const writeAtEnd = async (page: Page, words: string): Promise<void> => {
    await textOf(page).focus();
    await goToEnd(page);
    await page.keyboard.type(words);
  };

  it('is written, reviewed, published, renamed, compared, taken back, thrown away and found again, and survives kill -9', async () => {
    // The first start.
    const first = await admin.page({ as: null, at: '/' });
    await first.waitForURL(/\/setup$/);
    await first.getByLabel('Setup code').fill(backend.setupCode());
    await first.keyboard.press('Enter');
    await first.getByLabel('Your name').fill('Anna Berg');
    await first.getByLabel('Email address').fill(ADMINISTRATOR.email);
    await first.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await first.keyboard.press('Enter');
    await first.getByRole('heading', { level: 1, name: 'Your site' }).waitFor();
    await pressed(first.getByRole('button', { name: 'Finish later' }));
    await first.getByRole('heading', { level: 1, name: 'Hello, Anna Berg' }).waitFor();
    await first.context().close();
    const anna = await backend.site.administrator();
    for (const role of ['Author', 'Reviewer', 'Editor'])
      people.set(role, await colleague(backend.site, anna, { roles: [role], displayName: `The ${role}` }));
    const read = async (number: number): Promise<ArticleDetails> =>
      (await anna.get(`/articles/${number}`)).json() as ArticleDetails; // the contract's word

    // The example site, with a form that works.
    const guest = await visitor();
    await guest.goto(`${backend.visitors}/journal`);
    expect(await guest.locator('main h2').count()).toBe(3);
    for (const path of ['/about', '/']) {
      await guest.goto(backend.visitors + path);
      await guest.getByRole('heading', { level: 1 }).waitFor();
    }
    await guest.locator('nav.wide').getByRole('link', { name: 'Contact' }).click();
    await guest.locator('form.contact-form [name=name]').fill(MESSAGE.name);
    await guest.locator('form.contact-form [name=email]').fill(MESSAGE.email);
    await guest.locator('form.contact-form [name=message]').fill(MESSAGE.message);
    await guest.locator('form.contact-form button').click();
    await eventually(async () =>
      expect(await backend.site.database.query('SELECT name FROM contact_submission')).toEqual([
        { name: MESSAGE.name },
      ]),
    );

    // A post, with the keyboard alone, and a page of Google Docs.
    const author = await admin.page({ as: person('Author'), at: '/articles?new=1' });
    const creating = author.getByRole('dialog', { name: 'New article' });
    await creating.getByRole('radio', { name: 'Post' }).press('Space');
    await creating.getByLabel('Title').focus();
    await author.keyboard.type('Sewing a spine');
    await author.keyboard.press('Enter');
    await author.waitForURL(/\/articles\/\d+$/);
    const number = Number(/\d+$/.exec(author.url())?.[0]);
    await isOpen(author);
    await author.locator('.article-text:focus').waitFor();
    await author.keyboard.type('A book opens **well** when its spine is sewn again.');
    await author.keyboard.press('Enter');
    await author.evaluate(
      `{ const data = new DataTransfer(); data.setData('text/html', ${JSON.stringify(GOOGLE_DOCS)}); data.setData('text/plain', 'x');
      document.querySelector('.article-text').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }`,
    );
    await textOf(author).getByRole('heading', { name: 'What it needs' }).waitFor();
    await isSaved(author);
    const written = await eventually(async () => {
      const article = await read(number);
      expect(textIn(article)).toBe(
        'A book opens |well| when its spine is sewn again.|What it needs|Linen thread, |waxed|, and a free Sunday.|A bone folder|of real bone',
      );
      return article;
    });
    expect(boldIn(written.document)).toEqual(['well', 'waxed']);
    expect(JSON.stringify(written.document)).not.toMatch(/style|googleusercontent/);

    // Submitted by who can't publish, commented on by who can't write.
    expect(await author.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    await pressed(author.getByRole('button', { name: 'Submit for review…' }));
    await pressed(author.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }));
    await author.getByText('In review', { exact: true }).first().waitFor();
    const reviewer = await admin.page({ as: person('Reviewer'), at: '/articles?needs=me' });
    await reviewer.getByText('Sewing a spine').first().click();
    await pressed(reviewer.getByRole('button', { name: 'Review…' }));
    expect(await textOf(reviewer).getAttribute('contenteditable')).toBe('false');
    await reviewer.evaluate(`(() => {
      const words = [...document.querySelectorAll('.article-text p')].find((each) => each.textContent.startsWith('Linen thread'));
      getSelection().setBaseAndExtent(words.firstChild, 0, words.lastChild, words.lastChild.length);
    })()`);
    const comments = reviewer.getByRole('region', { name: 'Comments', exact: true });
    await comments.getByText('Selected words: “Linen thread').waitFor();
    await comments.getByRole('textbox', { name: 'Add a comment' }).focus();
    await reviewer.keyboard.type('Silk is stronger.');
    await pressed(comments.getByRole('button', { name: 'Comment', exact: true }));
    await comments.getByText('Silk is stronger.').waitFor();
    const review = reviewer.getByRole('region', { name: 'Review', exact: true });
    await pressed(review.getByRole('button', { name: 'Request changes…' }));
    const requesting = reviewer.getByRole('dialog', { name: /^Request changes/ });
    await requesting.getByLabel('What should change').fill('See my comment.');
    await pressed(requesting.getByRole('button', { name: 'Request changes', exact: true }));
    await author.getByRole('region', { name: 'Review', exact: true }).getByText('See my comment.').waitFor();
    await author.getByText('Silk is stronger.').waitFor();
    await writeAtEnd(author, ' Or silk.');
    await isSaved(author);
    await pressed(author.getByRole('button', { name: 'Submit again…' }));
    await pressed(author.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }));
    await eventually(async () => expect((await read(number)).status).toBe('in-review'));
    for (const page of [reviewer, author]) await page.goto('about:blank'); // gives the pen away

    // Approved and published; live for everyone.
    const editor = await admin.page({ as: person('Editor'), at: `/articles/${number}?panel=review` });
    await isOpen(editor);
    await pressed(editor.getByRole('button', { name: 'Approve…' }));
    await pressed(editor.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
    await editor.getByText('Approved', { exact: true }).first().waitFor();
    await shows(OLD_PATH, 404);
    await publish(editor);
    await shows(OLD_PATH, 200, 'Or silk.');
    await guest.goto(`${backend.visitors}/journal`);
    await guest.getByRole('link', { name: 'Sewing a spine' }).first().click();
    await guest.getByRole('heading', { level: 2, name: 'What it needs' }).waitFor();
    expect(await guest.locator('main strong').allTextContents()).toEqual(['well', 'waxed']);

    // Renamed: the old address leads to the new one.
    await panel(editor, 'Page');
    await editor.getByLabel('URL', { exact: true }).fill('sewing-a-spine-again');
    await editor.keyboard.press('Tab');
    await eventually(async () => expect((await read(number)).path).toBe(NEW_PATH));
    await writeAtEnd(editor, ' Both hold.');
    await eventually(async () => expect(textIn(await read(number))).toMatch(/Both hold\.$/));
    await publish(editor, 'Publish changes');
    await shows(NEW_PATH, 200, 'Both hold.');
    const followed = await guest.goto(backend.visitors + OLD_PATH);
    expect([followed?.status(), guest.url()]).toEqual([200, backend.visitors + NEW_PATH]);

    // What differs between the two that were live; and the first of them again.
    await panel(editor, 'History');
    const rows = editor.getByRole('region', { name: 'History' }).getByRole('listitem');
    for (const row of [rows.first(), rows.filter({ hasText: 'Submitted for review' }).first()])
      await row.getByRole('checkbox').press('Space');
    await pressed(editor.getByRole('link', { name: 'Compare the two' }));
    const compared = editor.getByRole('region', { name: 'Text' });
    await compared.locator('ins', { hasText: 'Both hold.' }).waitFor();
    await editor.goBack();
    await pressed(editor.getByRole('button', { name: 'Live', exact: true }));
    await pressed(rows.last().getByRole('button', { name: 'Restore…' }));
    await pressed(
      editor
        .getByRole('dialog', { name: /^Restore version/ })
        .getByRole('button', { name: 'Restore', exact: true }),
    );
    await eventually(async () => expect(textIn(await read(number))).toMatch(/Or silk\.$/));
    await isOpen(editor);
    await publish(editor, 'Publish changes');
    await eventually(async () => {
      const text = await (await fetch(backend.visitors + NEW_PATH)).text();
      expect([text.includes('Or silk.'), text.includes('Both hold.')]).toEqual([true, false]);
    });

    // Thrown away, and found again.
    await pressed(editor.getByRole('button', { name: 'More actions', exact: true }));
    await pressed(editor.getByRole('menuitem', { name: 'Move to trash' }));
    await pressed(editor.getByRole('dialog').getByRole('button', { name: 'Move to trash' }));
    await editor.waitForURL(/\/articles$/);
    await shows(NEW_PATH, 404);
    await editor.goto(admin.url(`/articles/${number}`));
    await editor.getByText('In the trash since').waitFor();
    await pressed(editor.getByRole('button', { name: 'Restore' }));
    await isOpen(editor);
    await shows(NEW_PATH, 404);
    await publish(editor);
    await shows(NEW_PATH, 200, 'Or silk.');
    await shows(OLD_PATH, 301);

    // Killed when all but the last of a publication is written, and as soon as it's answered.
    await writeAtEnd(editor, ' Written before the end.');
    await isSaved(editor);
    const before = await backend.published(number);
    await backend.killedDuring(async () => {
      await editor.keyboard.press('Control+Shift+P');
      await pressed(editor.getByRole('dialog').getByRole('button', { name: 'Publish now' }));
    });
    await shows(NEW_PATH, 200, 'Or silk.');
    expect(await (await fetch(backend.visitors + NEW_PATH)).text()).not.toContain('Written before the end.');
    expect(await backend.published(number)).toEqual(before);
    await editor.reload();
    await textOf(editor).getByText('Written before the end.').waitFor();
    await editor.getByText('Live · changes not published').first().waitFor();
    await publish(editor, 'Publish changes');
    await backend.killed();
    await shows(NEW_PATH, 200, 'Written before the end.');
    await editor.reload();
    await editor.getByText('Live', { exact: true }).first().waitFor();
    await guest.close();
  });
});

/** A backend as a demonstration begins it, which can be killed and comes back where it was. */
interface Backend {
  readonly site: EditorSite;
  /** Origin of the public site. */
  readonly visitors: string;
  setupCode(): string;
  /** Publications of an article, and what the audit log says of it. */
  published(number: number): Promise<readonly unknown[]>;
  /** Kills the process while a transaction has yet to write its entry of the audit log, and starts it again. */
  killedDuring(action: () => Promise<void>): Promise<void>;
  killed(): Promise<void>;
}

async function startBackend(): Promise<Backend> {
  const database = await createMigratedDatabase();
  const ports = [await freePort(), await freePort()] as const;
  const start = (): Promise<RunningProcess> =>
    startApi(database.url, {
      ...BEHIND_LOCAL_PROXY,
      PORT: String(ports[0]),
      SITE_PORT: String(ports[1]),
      DEMONSTRATION: '1',
      DEMO_MAIL_URL: 'none:',
      RATELIMIT__SIGNIN: '1000000/60',
    });
  let api = await start();
  const browser = (headers: Readonly<Record<string, string>> = {}): EditorBrowser =>
    new EditorBrowser(api.url, { 'X-Forwarded-For': freshAddress(), ...headers });
  const killed = async (): Promise<void> => {
    await api.kill();
    api = await start();
  };
  return {
    site: {
      database,
      api,
      browser,
      administrator: async () => {
        const signedIn = browser();
        await signedIn.signIn(ADMINISTRATOR);
        return signedIn;
      },
      stop: async () => {
        await api.stop();
        await database.drop();
      },
    },
    visitors: `http://127.0.0.1:${ports[1]}`,
    setupCode: () => /"setupCode":"([^"]+)"/.exec(api.output())?.[1] ?? '',
    published: (number) =>
      database.query(
        `SELECT id::text, version FROM publication WHERE number = $1::int
         UNION ALL SELECT id::text, 0 FROM audit_entry WHERE action = 'article.publish' AND target_id = $1::int::text ORDER BY 1`,
        [number],
      ),
    killedDuring: async (action) => {
      const other = new pg.Client({ connectionString: database.url });
      await other.connect();
      try {
        await other.query('BEGIN; SELECT FROM audit_head FOR UPDATE');
        await action();
        await eventually(async () =>
          expect(
            await database.query(
              `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%audit_head%'`,
            ),
          ).not.toEqual([]),
        );
        await api.kill();
      } finally {
        await other.end();
      }
      api = await start();
    },
    killed,
  };
}

/** Texts that are bold, in their order. */
function boldIn({ text, marks = [], content = [] }: DocumentNode): readonly string[] {
  if (text !== undefined) return marks.some(({ type }) => type === 'bold') ? [text] : [];
  return content.flatMap(boldIn);
}
