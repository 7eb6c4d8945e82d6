import fc from 'fast-check';
import { Window } from 'happy-dom';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { contactEmail, type ContactEmailInput } from './contact-email.js';
import { emailOptions } from '../../email/providers/email-options.js';

const INPUT: ContactEmailInput = {
  submissionId: '0190c1d2-0000-7000-8000-000000000001',
  receiptCode: 'BCDFG-23456',
  siteName: 'example.com',
  hostname: 'www.example.com',
  senderEmail: 'website@example.com',
  recipient: 'owner@example.com',
  name: 'Anna Karenina',
  email: 'anna@visitor.example',
  message: 'Hello,\n\nhow are you?',
  clientAddress: '203.0.113.7',
  page: 'https://www.example.com/contact',
  receivedAt: new Date('2026-05-04T10:11:12Z'),
};

/** Every header that a notification may have. */
const ALLOWED_HEADERS = [
  'from',
  'to',
  'reply-to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'auto-submitted',
];

const composer = createTransport({ streamTransport: true, buffer: true });

async function compile(
  input: Partial<ContactEmailInput>,
): Promise<{ readonly raw: string; readonly mail: Email }> {
  const info = await composer.sendMail(emailOptions(contactEmail({ ...INPUT, ...input })));
  const raw = Buffer.from(info.message as Buffer); // the stream transport was told to buffer
  return { raw: raw.toString('utf8'), mail: await PostalMime.parse(raw) };
}

const headerBlock = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n'));

describe('contactEmail (DD-14)', () => {
  it('is from the sender of the tenant, with the visitor only in Reply-To (M-03)', async () => {
    const { mail } = await compile({});

    expect(mail.from).toEqual({ name: 'Anna K. via example.com', address: 'website@example.com' });
    expect(mail.replyTo).toEqual([{ name: 'Anna Karenina', address: 'anna@visitor.example' }]);
    expect(mail.to).toEqual([{ name: '', address: 'owner@example.com' }]);
    expect(mail.subject).toBe('New message from Anna Karenina');
  });

  it.each([
    ['Anna', 'Anna via example.com'],
    ['Anna Karenina', 'Anna K. via example.com'],
    ['Ana María de la Cruz', 'Ana C. via example.com'],
    ['PayPal <service@paypal.com>', 'PayPal p. via example.com'],
    ['李 小龍', '李 小. via example.com'],
    ['"@<>', 'example.com'],
  ])('%s writes as "%s" (UX-13)', (name, expected) => {
    expect(contactEmail({ ...INPUT, name }).from.name).toBe(expected);
  });

  it('prefers the configured sender name (UX-13)', () => {
    expect(contactEmail({ ...INPUT, senderName: 'Web, Team' }).from.name).toBe('Anna K. via Web Team');
  });

  it('has a stable Message-ID and is marked as automatic (M-07)', async () => {
    const [first, second] = [await compile({}), await compile({ message: 'Another text entirely' })];

    expect(first.mail.messageId).toBe('<0190c1d2-0000-7000-8000-000000000001@example.com>');
    expect(second.mail.messageId).toBe(first.mail.messageId);
    expect(first.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it.each([
    ['a comma', 'a@x.example, victim@y.example'],
    ['a line end', 'a@x.example\r\nBcc: victim@y.example'],
    ['a group', 'friends: a@x.example;'],
    ['angle brackets', 'a<victim@y.example>@x.example'],
    ['a quoted local part', '"a b"@x.example'],
    ['a line separator', 'a@x.example\u2028'],
    ['a local part that is not ASCII', 'müller@x.example'],
    ['nothing at all', ''],
  ])('has no Reply-To for an address with %s, and says so (M-03)', async (_, email) => {
    const { mail } = await compile({ email });

    expect(mail.replyTo ?? []).toEqual([]);
    expect(mail.text).toContain('copy the address above');
    expect(mail.bcc ?? []).toEqual([]);
  });

  it('writes an international domain of the visitor in ASCII', () => {
    expect(contactEmail({ ...INPUT, email: 'a@bücher.example' }).replyTo?.address).toBe(
      'a@xn--bcher-kva.example',
    );
  });

  it.each(['x'.repeat(100_000), '😀'.repeat(500), 'e\u0301'.repeat(500), 'é'.repeat(100)])(
    'the subject has at most 150 octets of the visitor (M-04)',
    async (name) => {
      const { raw, mail } = await compile({ name });
      const visitor = (mail.subject ?? '').replace('New message from ', '');

      expect(Buffer.byteLength(visitor)).toBeLessThanOrEqual(150);
      expect(visitor).not.toContain('\uFFFD');
      expect(
        Math.max(
          ...headerBlock(raw)
            .split('\r\n')
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(998);
    },
  );

  it('has a text part that says what the visitor said, in short lines (M-06)', async () => {
    const message = `Dear all,\n\n${'very long '.repeat(400)}\n.\n<b>not bold</b> & {{name}} =3D é 😀\n`;
    const { raw, mail } = await compile({ message });

    expect(mail.text).toContain(message);
    expect(Math.max(...raw.split(/\r?\n/).map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it('shows where, when and by whom', async () => {
    const { mail } = await compile({});

    for (const part of [mail.text, mail.html]) {
      for (const fact of [
        'www.example.com',
        'https://www.example.com/contact',
        '2026-05-04 10:11 UTC',
        '203.0.113.7',
        'BCDFG-23456',
      ]) {
        expect(part).toContain(fact);
      }
    }
  });

  it('links to the message in the administration, where that is known', async () => {
    const link = 'https://desk.example.com/admin/inbox?id=0190c1d2-0000-7000-8000-000000000001';
    const { mail } = await compile({ link });
    const { document } = new Window();
    document.write(mail.html ?? '');
    const links = [...document.querySelectorAll('a')];
    expect(links.map((each) => [each.getAttribute('href'), each.textContent])).toEqual([
      [link, 'Open in Sitedesk'],
    ]);
    expect(mail.text).toContain(`Open in Sitedesk:\n${link}\n`);
    expect((await compile({})).mail.text).not.toContain('Open in Sitedesk');
  });

  it('speaks the language of the recipient, with the time of their place', async () => {
    const reader = { locale: 'de', timeZone: 'Europe/Zurich' } as const;
    const { mail } = await compile({ reader, link: 'https://desk.example.com/' });
    expect(mail.subject).toBe('Neue Nachricht von Anna Karenina');
    expect(mail.from?.name).toBe('Anna K. über example.com');
    expect(mail.html).toContain('<html lang="de">');
    for (const part of [mail.text, mail.html]) {
      for (const words of [
        'Nachricht von Anna Karenina',
        'Eingegangen',
        '4. Mai 2026 um 12:11 MESZ',
        'In Sitedesk öffnen',
      ])
        expect(part).toContain(words);
      expect(part).not.toMatch(/Message from|Received|Receipt/);
    }
  });

  it('makes no link of an address in the message (UX-14)', async () => {
    const { mail } = await compile({ message: 'See https://evil.example/?a=1&b=2 and mailto:x@y.example' });

    expect(mail.html).toContain('See https://evil.example/?a&#x3D;1&amp;b&#x3D;2');
    expect(mail.html).not.toMatch(/<a\b|href/i);
  });

  it('does not let a name pass for an encoded word', async () => {
    const name = '=?utf-8?Q?Boss=0D=0ABcc:_x?=';
    const { mail } = await compile({ name });

    expect(mail.subject).toBe('New message from = ?utf-8?Q?Boss=0D=0ABcc:_x?=');
  });
});

/** Elements and attributes of a document, without its texts and without how many lines there are. */
function skeleton(html: string): readonly string[] {
  const { document } = new Window();
  document.write(html);
  return [...document.querySelectorAll('*')]
    .filter(({ tagName }) => tagName !== 'BR')
    .map((element) =>
      [
        element.tagName,
        ...element.getAttributeNames().map((name) => `${name}=${element.getAttribute(name)}`),
      ].join(' '),
    );
}

const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\0',
        '\u2028',
        '\u2029',
        '\u0085',
        '\u202e',
        'Bcc: v@y.example',
        'To:',
        ': ',
        ' ',
        '\t',
        ',',
        ';',
        '<',
        '>',
        '"',
        '\\',
        '(',
        '=?utf-8?B?',
        '?=',
        '@',
        'a@b.example',
        '<script>',
        '{{x}}',
        '\ud800',
        'é',
        'name',
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join('')),
);

describe('contactEmail with hostile fields', () => {
  it('no header is broken or added, nobody else receives it (10,000 cases) (M-01, M-02)', async () => {
    await fc.assert(
      fc.asyncProperty(HOSTILE, HOSTILE, HOSTILE, async (name, email, page) => {
        const mail = contactEmail({ ...INPUT, name, email, page });
        const { message, envelope } = await composer.sendMail(emailOptions(mail));
        const header = headerBlock(String(message));
        expect(envelope).toEqual({ from: 'website@example.com', to: ['owner@example.com'] });
        expect(header.replace(/\r\n/g, '')).not.toMatch(/[\0\r\n\u2028\u2029]/);
        const lines = header.replace(/\r\n[ \t]/g, ' ').split('\r\n');
        expect(
          lines
            .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
            .filter((key) => !ALLOWED_HEADERS.includes(key)),
        ).toEqual([]);
        expect(Math.max(...header.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
      }),
      { numRuns: 10_000 },
    );
  });

  it('what a mail program decodes has no controls either (500 cases) (M-01)', async () => {
    await fc.assert(
      fc.asyncProperty(HOSTILE, HOSTILE, async (name, email) => {
        const { mail } = await compile({ name, email });
        const decoded = [
          mail.subject,
          mail.from?.name,
          ...(mail.replyTo ?? []).flatMap((reply) => [reply.name, reply.address ?? '']),
        ];
        for (const text of decoded) expect(text ?? '').not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
        expect((mail.replyTo ?? []).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it('the HTML part has the elements and attributes of the template and no other (300 cases) (M-05)', () => {
    const expected = skeleton(contactEmail(INPUT).html);
    fc.assert(
      fc.property(HOSTILE, HOSTILE, HOSTILE, (name, email, message) => {
        const { html } = contactEmail({ ...INPUT, name, email, message, page: `x${message}` });
        expect(skeleton(html)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
