import { enrolment, isPagePattern, toMember } from './mailing-list-rules.js';

const CONTACT = {
  name: 'Anna  Maria Kowalska',
  email: 'Anna@example.com',
  page: 'https://site.test/newsletter',
  hostname: 'site.test',
  receivedAt: new Date('2026-05-04T03:02:01Z'),
};

describe('who is put on the list', () => {
  it.each([
    ['/newsletter', 'https://site.test/newsletter', true],
    ['/newsletter', 'https://site.test/newsletter/', true],
    ['/newsletter/', 'https://site.test/newsletter', true],
    ['/newsletter', 'https://site.test/newsletters', false],
    ['/newsletter', 'https://site.test/de/newsletter', false],
    ['/newsletter', 'https://site.test/Newsletter', false],
    ['/campaigns/*', 'https://site.test/campaigns/spring', true],
    ['/campaigns/*', 'https://site.test/campaigns', true],
    ['/campaigns/*', 'https://site.test/campaigns-of-others', false],
    ['/*', 'https://site.test/', true],
    ['/', 'https://site.test', true],
    ['/', 'https://site.test/contact', false],
    ['/newsletter', null, false],
    ['/newsletter', 'not an address', false],
  ])('the page rule %s and a message from %s: %s', (pattern, page, holds) => {
    const found = enrolment({ rule: 'pages', pages: [pattern] }, page);
    expect(found).toEqual(holds ? { confirm: false } : undefined);
  });

  it('asks everyone, or takes everyone, whatever the page is', () => {
    expect(enrolment({ rule: 'confirmed', pages: [] }, null)).toEqual({ confirm: true });
    expect(enrolment({ rule: 'statement', pages: [] }, null)).toEqual({ confirm: false });
  });

  it.each(['/a', '/a/*', '/*', '/', '/é', '/a-b/c.html'])('%s is a page', (pattern) => {
    expect(isPagePattern(pattern)).toBe(true);
  });

  it.each(['a', '*', '/a*b', '/a b', '/a?x=1', '/a#top', 'https://site.test/a', '\\a', ''])(
    '%j is no page',
    (pattern) => {
      expect(isPagePattern(pattern)).toBe(false);
    },
  );
});

describe('what the list learns about a person', () => {
  const member = (source: Parameters<typeof toMember>[1][number]['source'], contact = CONTACT): unknown =>
    toMember(contact, [{ field: 'X', source }], { confirm: false }).fields['X'];

  it.each([
    ['full-name', 'Anna  Maria Kowalska'],
    ['first-name', 'Anna'],
    ['last-name', 'Maria Kowalska'],
    ['page', 'https://site.test/newsletter'],
    ['site', 'site.test'],
    ['received-at', '2026-05-04'],
  ] as const)('%s is %s', (source, value) => {
    expect(member(source)).toBe(value);
  });

  it('is nothing where there is nothing to say, so that the field keeps what it holds', () => {
    expect(member('last-name', { ...CONTACT, name: 'Anna' })).toBeUndefined();
    expect(toMember(CONTACT, [], { confirm: true })).toEqual({
      email: 'Anna@example.com',
      statusIfNew: 'pending',
      fields: {},
    });
  });
});
