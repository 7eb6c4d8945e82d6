import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { CommentThread } from '@sitedesk/contract/comments';
import type { OutboxDetail, OutboxItem } from '@sitedesk/contract/outbox';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { emailsTo, mailTo } from './harness/account-emails.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { HOSTILE_TEXTS } from './harness/hostile-texts.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

const HOSTILE = `<img src=x onerror=alert(1)> & "quotes"\n\nBcc: victim@evil.test`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};
const escaped = (line: string): string => line.replace(/[&<>"'`=]/g, (character) => ESCAPES[character] ?? '');

describe('emails about articles', () => {
  let sink: SmtpSink;
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let author: Colleague;
  let editor: Colleague;
  let reviewer: Colleague;

  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    sites = await startTwoEditorSites({
      EMAIL__CONNECTIONSTRING: sink.url,
      EMAIL__SENDEREMAIL: 'no-reply@site.test',
      OUTBOX_RETRY_SECONDS: '1',
    });
    ({ a } = sites);
    const join = (displayName: string, role: string, host: 'a' | 'b' = 'a'): Promise<Colleague> =>
      colleague(sites.site, sites[host], { roles: [role], displayName, host: HOSTS[host] });
    author = await join('Ann Author', 'Author');
    editor = await join('Edo Editor', 'Editor');
    reviewer = await join('Ruth Reviewer', 'Reviewer');
    await join('At the other site', 'Reviewer', 'b');
    await reviewer.browser.patch('/account/preferences', { locale: 'de' });
  });
  afterAll(async () => {
    await sites.site.stop();
    await sink.close();
  });

  const create = async (title: string): Promise<number> =>
    ((await author.browser.post('/articles', { type: 0, title })).json() as ArticleDetails).number; // the contract's word
  const submit = async (number: number, body: object): Promise<void> => {
    const answer = await author.browser.post(`/articles/${number}/review`, body, { 'If-Match': '"v1"' });
    expect(answer.status).toBe(201);
  };
  const received = ({ credentials }: Colleague, subject: string): Promise<SinkMessage> =>
    mailTo({ sink }, credentials.email, subject);
  const about = (title: string): readonly SinkMessage[] =>
    sink.messages.filter(({ mail }) => mail.subject?.endsWith(title));
  const recipients = (title: string): readonly string[] =>
    about(title)
      .flatMap(({ envelope }) => envelope.to)
      .toSorted();

  it('ask everyone who may review, in their language, and not who submitted it', async () => {
    const number = await create('Harbour hours');
    await submit(number, { note: HOSTILE });
    const inGerman = await received(reviewer, 'Bitte prüfen: Harbour hours');
    const inEnglish = await received(editor, 'Please review: Harbour hours');
    await eventually(() =>
      expect(recipients('Harbour hours')).toEqual(
        [editor.credentials.email, reviewer.credentials.email, `owner@${HOSTS.a}`].toSorted(),
      ),
    );
    expect(inGerman.mail.text).toContain('Ann Author hat diesen Artikel zur Prüfung eingereicht.');
    expect(inEnglish.mail.text).toContain('Ann Author submitted this article for review.');
    expect(inEnglish.mail.text).toContain(HOSTILE);
    expect(inEnglish.mail.text).toContain(`https://${HOSTS.a}/admin/articles/${number}?panel=review`);
    expect(inEnglish.mail.html).not.toMatch(/<img/i);
    expect(inEnglish.mail.html).toContain('&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;');
    expect(inEnglish.mail.bcc).toBeUndefined();
  });

  it('ask only the people and roles that were chosen', async () => {
    await submit(await create('Chosen'), { accounts: [reviewer.id], roles: ['Administrator'] });
    await received(reviewer, 'Bitte prüfen: Chosen');
    await mailTo({ sink }, `owner@${HOSTS.a}`, 'Please review: Chosen');
    expect(recipients('Chosen')).toEqual([reviewer.credentials.email, `owner@${HOSTS.a}`].toSorted());
  });

  it.each([
    ['approve', 'Approved: Verdict', 'Ruth Reviewer approved this article.', ''],
    [
      'request-changes',
      'Changes requested: Verdict',
      'Ruth Reviewer requested changes to this article.',
      '&thread=open',
    ],
  ])(
    'tell the author what became of it, with a link to it: %s (P-21)',
    async (verdict, subject, says, at) => {
      const title = `Verdict ${verdict}`;
      const number = await create(title);
      await submit(number, { accounts: [reviewer.id] });
      const body = { version: 2, comment: 'The second paragraph' };
      expect((await reviewer.browser.post(`/articles/${number}/review/${verdict}`, body)).status).toBe(200);
      const { mail } = await received(author, subject);
      expect(mail.text).toContain(says);
      expect(mail.text).toContain('The second paragraph');
      expect(mail.text).toContain(`https://${HOSTS.a}/admin/articles/${number}?panel=review${at}\n`);
      expect(
        emailsTo(sink, author.credentials.email).filter(({ mail: each }) => each.subject?.endsWith(title)),
      ).toHaveLength(1);
    },
  );

  it('tell people that they were mentioned, once, and nobody else', async () => {
    const number = await create('Mentions');
    const path = `/articles/${number}/threads`;
    const first = { field: 'title', body: 'Ann, is this right?', mentions: [author.id, reviewer.id] };
    const thread = (await reviewer.browser.post(path, first)).json() as CommentThread;
    const { mail } = await received(author, 'You were mentioned: Mentions');
    expect(mail.text).toContain('Ruth Reviewer mentioned you in a comment on this article.');
    expect(mail.text).toContain('Ann, is this right?');
    const edited = { body: 'And Edo?', mentions: [author.id, editor.id] };
    const comment = `${path}/${thread.id}/comments/${thread.comments[0]?.id}`;
    expect((await reviewer.browser.put(comment, edited)).status).toBe(204);
    await received(editor, 'You were mentioned: Mentions');
    expect(recipients('Mentions')).toEqual([author.credentials.email, editor.credentials.email].toSorted());
  });

  it('say what was typed as text, whatever it looks like (P-26)', async () => {
    const number = await create('Literally');
    const body = HOSTILE_TEXTS.join('\n');
    const thread = { field: 'title', body, mentions: [editor.id] };
    expect((await reviewer.browser.post(`/articles/${number}/threads`, thread)).status).toBe(201);
    const { mail } = await received(editor, 'You were mentioned: Literally');
    const lines = body.split('\n');
    expect(String(mail.text).split('\n')).toEqual(expect.arrayContaining(lines));
    expect(mail.text).toContain(body);
    expect(mail.html).toContain(lines.map((line) => `${escaped(line)}<br>`).join(''));
    expect(mail.bcc).toBeUndefined();
  });

  it('stand in the outbox, and are read there by who may view pages', async () => {
    await submit(await create('In the outbox'), { accounts: [editor.id] });
    await received(editor, 'Please review: In the outbox');
    const { items } = (await a.get('/outbox?kind=article')).json() as { items: OutboxItem[] };
    const item = items.find(({ subject }) => subject === 'In the outbox');
    expect(item).toMatchObject({ kind: 'article', to: editor.credentials.email });
    const shown = (await a.get(`/outbox/${item?.id}`)).json() as OutboxDetail;
    expect(shown.email).toMatchObject({ subject: 'Please review: In the outbox' });
    const found = await a.get(
      `/outbox?kind=article&recipient=${encodeURIComponent(author.credentials.email)}`,
    );
    const own = (found.json() as { items: OutboxItem[] }).items.map(({ subject }) => subject);
    expect(own.length).toBeGreaterThan(0);
    expect(own).not.toContain('In the outbox');
  });

  it('are gone with an article that is deleted for good', async () => {
    const number = await create('Deleted');
    await submit(number, { accounts: [editor.id] });
    await received(editor, 'Please review: Deleted');
    await a.post(`/articles/${number}/trash`, {});
    expect((await a.delete(`/articles/${number}`)).status).toBe(204);
    const rows = await sites.site.database.query('SELECT 1 FROM article_email WHERE number = $1', [number]);
    expect(rows).toEqual([]);
  });
});
