import fc from 'fast-check';
import { readCaptchaAnswer } from './captcha-answer.js';

describe('readCaptchaAnswer', () => {
  it('reads what the providers send', () => {
    const text = '{"success":true,"hostname":"a.example","action":"submit","score":0.7,"error-codes":[]}';

    expect(readCaptchaAnswer(text)).toEqual({
      success: true,
      hostname: 'a.example',
      action: 'submit',
      score: 0.7,
      codes: [],
    });
  });

  it.each([
    '',
    'true',
    'null',
    '"success"',
    '[]',
    '{}',
    '{"success":1}',
    '{"success":"true"}',
    '{"success":true,"score":"1"}',
    '{"success":true,"score":2}',
    '{"success":true,"hostname":["a"]}',
    '{"success":true,"action":{}}',
  ])('takes %s for no answer', (text) => expect(readCaptchaAnswer(text)).toBeUndefined());

  it('does not look at inherited properties', () => {
    expect(readCaptchaAnswer('{"__proto__":{"success":true}}')).toBeUndefined();
  });

  it('keeps only codes that look like codes', () => {
    const text = JSON.stringify({
      success: false,
      'error-codes': ['bad-request', 7, 'a b', '\n', 'x'.repeat(65)],
    });

    expect(readCaptchaAnswer(text)?.codes).toEqual(['bad-request']);
  });

  it('says yes to no text that does not say "success": true (D-06)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const answer = readCaptchaAnswer(text);
        return answer?.success !== true || /"success"\s*:\s*true/.test(text);
      }),
    );
  });
});
