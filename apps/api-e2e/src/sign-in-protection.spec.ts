import { hash } from '@node-rs/argon2';
import { IDENTITY_TEXTS, SIGN_IN_PROTECTION } from '@sitedesk/contract/identity';
import { runCommand } from './faults/support/command.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';

const { freeFailures, siteFreeFailures, maxConsecutiveFailures } = SIGN_IN_PROTECTION;
const WRONG = { email: ADMINISTRATOR.email, password: 'a wrong guess of some length' };

describe('guessing passwords (ID-05)', () => {
  let site: EditorSite;

  beforeAll(async () => {
    site = await startEditorSite();
  });

  afterAll(() => site.stop());
  beforeEach(() => site.database.query('UPDATE account SET failed_sign_ins = 0'));

  const failedSignIns = async (): Promise<number | undefined> =>
    (await site.database.query<{ count: number }>('SELECT failed_sign_ins AS count FROM account LIMIT 1'))[0]
      ?.count;
  const guess = async (browser: EditorBrowser, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await browser.signIn(WRONG);
  };
  const statusOf = async (
    browser: EditorBrowser,
    credentials = ADMINISTRATOR as { email: string; password: string },
  ) => (await browser.signIn(credentials)).status;
  /** So many count, but for those that a busy machine did not look at. */
  const expectCounted = async (count: number, statuses: readonly number[]): Promise<void> => {
    const busy = statuses.filter((status) => status === 429).length;
    expect(await failedSignIns()).toBeLessThanOrEqual(count);
    expect(await failedSignIns()).toBeGreaterThanOrEqual(count - busy);
  };

  it('after five wrong guesses the right password from there has to wait too, with the same words (ID-05)', async () => {
    const stranger = site.browser();
    await guess(stranger, freeFailures);
    const answer = await stranger.signIn(ADMINISTRATOR);
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ detail: IDENTITY_TEXTS.signInRefused.text });
  });

  it('the owner elsewhere does not notice (ID-05)', async () => {
    await guess(site.browser(), freeFailures + 3);
    expect(await statusOf(site.browser())).toBe(200);
  });

  it('nor does a browser that is known, beside the stranger in the same network (ID-05)', async () => {
    const address = { 'X-Forwarded-For': '198.51.100.77' };
    const owner = site.browser(address);
    await owner.signIn(ADMINISTRATOR);
    await owner.delete('/session');
    await guess(site.browser(address), freeFailures + 1);
    expect(await statusOf(site.browser(address))).toBe(401);
    expect(await statusOf(owner)).toBe(200);
  });

  it('strangers who use up the hundred lock a known browser neither out nor its second factor (ID-05)', async () => {
    const owner = site.browser();
    await owner.signIn(ADMINISTRATOR);
    await owner.delete('/session');
    await site.database.query('UPDATE account SET failed_sign_ins = $1', [maxConsecutiveFailures]);
    expect(await statusOf(site.browser())).toBe(401);
    expect(await statusOf(owner)).toBe(200);
    expect(await statusOf(site.browser())).toBe(200); // its sign-in ended the row of wrong ones
  });

  it('a known browser has a hundred guesses of its own, and no more (ID-05)', async () => {
    const browser = site.browser();
    await browser.signIn(ADMINISTRATOR);
    await browser.delete('/session');
    await guess(browser, freeFailures + 1);
    expect(await failedSignIns()).toBe(0);
    await site.database.query('UPDATE known_device SET failures = $1', [maxConsecutiveFailures - 1]);
    await browser.signIn(WRONG);
    await guess(browser, freeFailures);
    expect(await failedSignIns()).toBe(freeFailures);
    expect(await statusOf(browser)).toBe(401);
  });

  it('guesses made at once count each: five are looked at (ID-05)', async () => {
    const stranger = site.browser();
    const statuses = await Promise.all(Array.from({ length: 15 }, () => statusOf(stranger, WRONG)));
    await expectCounted(freeFailures, statuses);
  });

  it('a guess that no one had time to look at does not count (ID-03, ID-05)', async () => {
    const slow = await hash(ADMINISTRATOR.password, { memoryCost: 19_456, timeCost: 200, parallelism: 1 });
    const [{ normal } = { normal: '' }] = await site.database.query<{ normal: string }>(
      'SELECT password_hash AS normal FROM account LIMIT 1',
    );
    await site.database.query('UPDATE account SET password_hash = $1', [slow]);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        statusOf(site.browser({ 'X-Forwarded-For': `203.0.113.${String(place)}` }), WRONG),
      ),
    );
    await site.database.query('UPDATE account SET password_hash = $1', [normal]);
    expect(statuses).toContain(429);
    expect(await failedSignIns()).toBe(statuses.filter((status) => status === 401).length);
    const counted = await site.database.query<{ sum: number }>(
      "SELECT sum(failures)::int AS sum FROM sign_in_failure WHERE address LIKE '203.0.113.%'",
    );
    expect(counted[0]?.sum).toBe(await failedSignIns());
  });

  it('a hundred are looked at also when they come at once from everywhere (ID-05)', async () => {
    await site.database.query('UPDATE account SET failed_sign_ins = $1', [maxConsecutiveFailures - 2]);
    const statuses = await Promise.all(Array.from({ length: 6 }, () => statusOf(site.browser(), WRONG)));
    await expectCounted(maxConsecutiveFailures, statuses);
  });

  it('moving to another /64 of the same IPv6 /48 does not help for long (ID-05)', async () => {
    for (let network = 0; network < siteFreeFailures; network += 1)
      await guess(site.browser({ 'X-Forwarded-For': `2001:db8:77:${network}::1` }), 1);
    expect(await failedSignIns()).toBe(siteFreeFailures);
    await guess(site.browser({ 'X-Forwarded-For': '2001:db8:77:ffff::1' }), 1);
    expect(await failedSignIns()).toBe(siteFreeFailures);
    expect(await statusOf(site.browser({ 'X-Forwarded-For': '2001:db8:78::1' }))).toBe(200);
  });

  it('five wrong guesses, then a right one in time: the count begins again (ID-05)', async () => {
    const browser = site.browser();
    await guess(browser, freeFailures - 1);
    expect(await statusOf(browser)).toBe(200);
    await guess(browser, freeFailures - 1);
    expect(await statusOf(browser)).toBe(200);
  });

  it('an address that nobody has waits the same way (ID-05)', async () => {
    const browser = site.browser();
    for (let time = 0; time < freeFailures + 1; time += 1) {
      const answer = await browser.signIn({ ...WRONG, email: 'nobody@site.test' });
      expect(answer.json()).toMatchObject({ detail: IDENTITY_TEXTS.signInRefused.text });
    }
    const [row] = await site.database.query<{ reason: string }>(
      'SELECT reason FROM audit_entry ORDER BY sequence DESC LIMIT 1',
    );
    expect(row?.reason).toBe('too many wrong passwords from there');
  });

  it('after a hundred in a row, from wherever, the password is refused until an operator unlocks it (ID-05)', async () => {
    await site.database.query('UPDATE account SET failed_sign_ins = $1', [maxConsecutiveFailures - 1]);
    await site.browser().signIn(WRONG);
    expect(await statusOf(site.browser())).toBe(401);
    await runCommand('admin', ['unlock', ADMINISTRATOR.email], site.database.url);
    expect(await statusOf(site.browser())).toBe(200);
  });
});

describe('break-glass on the command line (UX-16)', () => {
  it('makes an administrator who can sign in at once', async () => {
    const site = await startEditorSite();
    try {
      const printed = await runCommand('admin', ['create', 'second@site.test'], site.database.url);
      const password = /Password: (\S+)/.exec(printed)?.[1] ?? '';
      const browser = site.browser();
      expect((await browser.signIn({ email: 'second@site.test', password })).status).toBe(200);
      await expect(runCommand('admin', ['create', 'second@site.test'], site.database.url)).rejects.toThrow(
        'There’s already a user with this email address.',
      );
      await expect(runCommand('admin', ['unlock', 'nobody@site.test'], site.database.url)).rejects.toThrow(
        'There’s no user with the email address nobody@site.test.',
      );
    } finally {
      await site.stop();
    }
  });
});
