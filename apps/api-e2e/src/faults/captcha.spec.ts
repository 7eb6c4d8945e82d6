import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { type CaptchaBehaviour, type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { MESSAGE } from '../harness/visitor.js';
import { throughEdge, withProvider } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { atRate, timed } from './support/load.js';
import { Submitter } from './support/submitter.js';

const HOSTNAME = 'site.test';
const PER_SECOND = 20;
const SECONDS = 3;
const REFUSED = {
  success: false,
  message: CONTACT_MESSAGES.captchaFailed,
  error: CONTACT_ERRORS.captchaFailed,
};
const MISBEHAVIOURS: readonly CaptchaBehaviour[] = [
  'silent',
  'slow-body',
  'error-500',
  'garbage',
  'wrong-types',
  'not-an-object',
  'huge',
  'redirect',
  'reset',
  'rejects',
  'wrong-hostname',
  'wrong-action',
];

describe('a CAPTCHA provider that misbehaves at 20 requests a second', () => {
  let provider: FakeCaptchaProvider;
  let database: E2eDatabase;
  let api: RunningProcess;
  let submitter: Submitter;
  beforeAll(async () => {
    provider = await startCaptchaProvider({ hostname: HOSTNAME });
    database = await createDatabase();
    const { siteKey, secretKey, scriptUrl, verifyUrl } = provider.widget;
    const config = {
      Provider: 'captcha_widget',
      SiteKey: siteKey,
      SecretKey: secretKey,
      RequireCaptcha: true,
      ScriptUrl: scriptUrl,
      VerifyUrl: verifyUrl,
    };
    api = await startApi(database.url, { ...withProvider('none:'), CAPTCHA__CONFIG: JSON.stringify(config) });
    submitter = new Submitter(api.url, { headers: throughEdge('10.8.0.1', HOSTNAME) });
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
    await provider.close();
  });

  const submit = () => timed(() => submitter.submit({ ...MESSAGE, captchaToken: provider.mint() }));

  it('accepts when the provider is honest', async () => {
    provider.behave('ok');
    const { answer } = await submit();
    expect(answer.status).toBe(200);
  });

  it.each(MISBEHAVIOURS)('%s is never taken for a yes (D-06)', async (behaviour) => {
    provider.behave(behaviour);
    const answers = await atRate(PER_SECOND, SECONDS, submit);
    const times = answers.map(({ ms }) => ms);
    figure('D-06', {
      behaviour,
      answers: tally(answers.map(({ answer }) => answer.status)),
      p95Ms: percentile(times, 0.95),
      longestMs: percentile(times, 1),
    });
    expect(answers).toHaveLength(PER_SECOND * SECONDS);
    for (const { answer } of answers) expect([answer.status, answer.json()]).toEqual([400, REFUSED]);
  });
});
