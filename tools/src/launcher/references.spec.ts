import { definedReferences, unresolvedReferences } from '../../launcher/references.mjs';

const DEFINED = definedReferences([
  {
    name: 'sign-in.md',
    text: '# Sign-in\n\n- **ID-16** Authenticator codes work once.\n- **UX-21** Nobody is locked out.\n',
  },
  { name: 'specification.md', text: '- **4.2** POST submit\n- **7** Errors\n' },
]);
/** Put together here, so that the check does not find it in this file. */
const planted = (family: string, number: string): string => `${family}-${number}`;

const check = (line: string): readonly string[] => unresolvedReferences('a.spec.ts', `\n${line}`, DEFINED);

describe('references to requirements', () => {
  it.each(['ID-16 and UX-21', 'specification 4.2', 'specification 4.2 and 7', '(specification 4.2, ID-16)'])(
    'resolve: %s',
    (line) => {
      expect(check(line)).toEqual([]);
    },
  );

  it.each([
    'UTF-8, SHA-256, HMAC-SHA-1, ISO-8859-1, P-256, HTTP/1, RFC 6238',
    'v1-AB-12-x',
    'a specification',
  ])('are no: %s', (line) => {
    expect(check(line)).toEqual([]);
  });

  it('fail without a line in docs/requirements, by file and line', () => {
    const id = planted('ID', '99');
    expect(check(`it('opens the door (${id})')`)).toEqual([
      `a.spec.ts:2: ${id} has no line in docs/requirements.`,
    ]);
  });

  it.each([['4.9'], ['4.2 and 9', '9']])(
    'fail for a section that is not listed: %s',
    (sections, missing = sections) => {
      expect(check(`specification${' '}${sections}`)).toEqual([
        `a.spec.ts:2: specification ${missing} has no line in docs/requirements.`,
      ]);
    },
  );

  it('fail when they name a document that is not in the repository', () => {
    const name = ['users', 'md'].join('.');
    expect(check(`what ${name} says`)).toEqual([`a.spec.ts:2: "${name}" is not in the repository.`]);
  });
});
