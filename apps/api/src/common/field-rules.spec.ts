import 'reflect-metadata';
import { FIELD_RULES, IDENTITY_LIMITS } from '@sitedesk/contract';
import * as requests from '@sitedesk/contract/dto';
import { getMetadataStorage } from 'class-validator';
import { ValidationProblem } from './problem.js';
import { validated } from './request-input.js';

/** Those that only say when another one counts. */
const CONDITIONS = new Set(['conditionalValidation', 'isOptional']);

const rulesOf = (request: new () => object): readonly string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(request, '', false, false)
    .filter(({ type, name }) => !CONDITIONS.has(type) && !CONDITIONS.has(name ?? ''))
    .map(({ type, name }) => name ?? type);

describe('what is said of a field (D15)', () => {
  const classes = Object.entries(requests).flatMap(([name, value]) =>
    typeof value === 'function' && /Dto$/.test(name) ? [[name, value as new () => object] as const] : [],
  );
  // The visitor's form has its own texts, which the specification gives.
  const ours = classes.filter(([name]) => name !== 'SubmitContactDto');

  it('finds the requests', () => {
    expect(ours.length).toBeGreaterThan(40);
  });

  it.each(ours)('%s breaks no rule that has no name in the contract', (_name, request) => {
    const known: readonly string[] = FIELD_RULES;
    expect(rulesOf(request).filter((rule) => !known.includes(rule))).toEqual([]);
  });

  it('names the rule and its numbers beside the message', () => {
    const refused = (): unknown => validated(requests.RegisterDto, { email: 'x', displayName: '', extra: 1 });
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
          ...{ field: 'displayName', rule: 'isLine', limits: IDENTITY_LIMITS.displayName },
          message: 'displayName must be a text of 1 to 100 characters on one line',
        },
        { field: 'extra', message: 'extra is not known here', rule: 'whitelistValidation' },
      ]),
    });
  });
});
