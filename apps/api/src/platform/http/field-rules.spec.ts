import 'reflect-metadata';
import { FIELD_RULES } from '@sitedesk/contract/field-rules';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { RegisterDto } from '@sitedesk/contract/account.dto';
import { getMetadataStorage } from 'class-validator';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ValidationProblem } from './problem.js';
import { validated } from './request-input.js';

/** Those that only say when another one counts. */
const CONDITIONS = new Set(['conditionalValidation', 'isOptional']);

const rulesOf = (request: new () => object): readonly string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(request, '', false, false)
    .filter(({ type, name }) => !CONDITIONS.has(type) && !CONDITIONS.has(name ?? ''))
    .map(({ type, name }) => name ?? type);

/** Of every feature. The visitor's form has its own texts, which the specification gives. */
async function requestClasses(): Promise<readonly (readonly [string, new () => object])[]> {
  const folder = dirname(require.resolve('@sitedesk/contract/rules'));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.dto.ts'));
  const modules = await Promise.all(
    files.map(async (file) => Object.entries((await import(`${folder}/${file}`)) as object)),
  );
  return modules
    .flat()
    .flatMap(([name, value]) =>
      typeof value === 'function' && /Dto$/.test(name) && name !== 'SubmitContactDto'
        ? [[name, value as new () => object] as const]
        : [],
    );
}

describe('what is said of a field (DD-15)', () => {
  it('breaks no rule that has no name in the contract', async () => {
    const known: readonly string[] = FIELD_RULES;
    const requests = await requestClasses();
    const unknown = requests.flatMap(([name, request]) =>
      rulesOf(request).flatMap((rule) => (known.includes(rule) ? [] : [`${name}: ${rule}`])),
    );
    expect(requests.length).toBeGreaterThan(40);
    expect(unknown).toEqual([]);
  });

  it('names the rule and its numbers beside the message', () => {
    const refused = (): unknown => validated(RegisterDto, { email: 'x', displayName: '', extra: 1 });
    expect(refused).toThrow(ValidationProblem);
    const problem = (() => {
      try {
        return refused();
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toMatchObject({
      errors: expect.arrayContaining([
        { field: 'email', message: 'email must be an email address', rule: 'isMailbox' },
        {
          field: 'displayName',
          rule: 'isLine',
          limits: IDENTITY_LIMITS.displayName,
          message: 'displayName must be a text of 1 to 100 characters on one line',
        },
        { field: 'extra', message: 'extra isn’t a known field', rule: 'whitelistValidation' },
      ]),
    });
  });
});
