import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailCatcher, startMailCatcher } from './mail-catcher.js';
import { readMail } from './mail.js';
import { MailStore } from './mail-store.js';

const MAIL = {
  from: 'Contact form <contact@example.com>',
  to: 'admin@example.com',
  replyTo: { name: 'Zoë <Q>', address: 'zoe@example.com' },
  subject: 'Grüße from Zoë',
  text: 'First line\n\n.a line with a dot',
  html: '<p>First line</p>',
};

describe('the mail catcher', () => {
  let parent: string;
  let folder: string;
  let store: MailStore;
  let catcher: MailCatcher;

  beforeEach(async () => {
    parent = mkdtempSync(join(tmpdir(), 'sitedesk-catcher-'));
    folder = join(parent, 'demo-mail');
    store = await MailStore.open({ folder, capacity: 3 });
    catcher = await startMailCatcher(store);
  });
  afterEach(async () => {
    await catcher.close();
    rmSync(parent, { recursive: true });
  });

  const deliver = (mail: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
    createTransport(`smtp://127.0.0.1:${catcher.port}?requireTLS=false`).sendMail({ ...MAIL, ...mail });

  it('keeps an email whole: sender, reply-to, subject, text and HTML', async () => {
    await deliver({ messageId: '<one@example.com>' });
    const [summary] = store.list();
    expect(summary).toMatchObject({
      from: 'Contact form <contact@example.com>',
      subject: 'Grüße from Zoë',
      preview: 'First line .a line with a dot',
    });
    const raw = await store.read(summary?.id ?? '');
    expect(await readMail(raw ?? Buffer.alloc(0))).toEqual({
      from: 'Contact form <contact@example.com>',
      replyTo: 'Zoë <Q> <zoe@example.com>',
      to: 'admin@example.com',
      subject: 'Grüße from Zoë',
      messageId: '<one@example.com>',
      text: 'First line\n\n.a line with a dot\n',
      html: '<p>First line</p>\n',
    });
  });

  it("shows the visitor's words of a notification in the list, also lines of dashes among them", async () => {
    const rule = '-'.repeat(60);
    const message = `Our family Bible\n${rule}\nhas lost its spine.`;
    await deliver({
      text: `Message from Zoë\n\nEmail: z@example.com\n\n${rule}\n\n${message}\n\n${rule}\nReply.`,
    });
    expect(store.list()[0]?.preview).toBe(`Our family Bible ${rule} has lost its spine.`);
  });

  it('has every acknowledged mail on disk, for its owner only, so that a start after a kill shows it', async () => {
    await deliver({ subject: 'before the kill' });
    const reopened = await MailStore.open({ folder, capacity: 3 });
    expect(reopened.list().map(({ subject }) => subject)).toEqual(['before the kill']);
    const [file = ''] = readdirSync(folder);
    expect(file).toMatch(/\.eml$/);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it('keeps the newest emails and deletes the others, also at the next start', async () => {
    for (const subject of ['1', '2', '3', '4']) await deliver({ subject });
    expect(store.list().map(({ subject }) => subject)).toEqual(['4', '3', '2']);
    expect(readdirSync(folder)).toHaveLength(3);
    const smaller = await MailStore.open({ folder, capacity: 1 });
    expect(smaller.list()).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('refuses an email that is too long for good, and goes on', async () => {
    await expect(deliver({ text: 'x'.repeat(3 * 1024 * 1024) })).rejects.toMatchObject({ responseCode: 552 });
    await deliver();
    expect(store.list()).toHaveLength(1);
  });

  it('asks to try again later when an email cannot be kept', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    await expect(deliver()).rejects.toMatchObject({ responseCode: 451 });
  });

  it('forgets everything on request and tells its listeners', async () => {
    await deliver();
    const changes = jest.fn();
    const stopListening = store.onChange(changes);
    await store.deleteAll();
    expect(changes).toHaveBeenCalledTimes(1);
    expect(store.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    stopListening();
    await deliver();
    expect(changes).toHaveBeenCalledTimes(1);
  });
});
