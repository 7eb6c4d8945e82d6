import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeAiProvider, startAiProvider } from '@sitedesk/testing';
import {
  askAndLeave,
  complete,
  modelsOf,
  saveAi,
  statusOf,
  StreamedAnswer,
  suggestion,
  useProvider,
} from '../harness/ai.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { administratorOf, colleague } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { MULTI } from '../harness/tenants.js';
import { figure, percentile } from './support/figure.js';
import { residentMemoryMb } from './support/process-memory.js';

const CALLS = 500;
const STREAMS = 32;
const ROUNDS = 15;
/** What one person may be written at a time: as many as their site may have streams. */
const HELPS = ['titles', 'introductions', 'shorten', 'proofread'] as const;
/** People who ask, and go before there's an answer. */
const LEAVING = 10_000;
const WATCHED = 200;

/** Milliseconds that each of so many calls took, one after the other. */
async function timed(count: number, call: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let time = 0; time < count; time += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Asks the provider as we do, without us. */
async function askDirectly(provider: FakeAiProvider, content: string): Promise<Response> {
  const answer = await fetch(`${provider.endpoints.openai}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content }] }),
  });
  expect(answer.status).toBe(200);
  return answer;
}

const rounded = (milliseconds: number): string => milliseconds.toFixed(1);
const share = (times: readonly number[], at: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * at)] ?? 0;

describe('suggestions while writing', () => {
  let site: EditorSite<RunningProcess>;
  let admin: EditorBrowser;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    site = await startEditorSiteBy(startApi, { RATELIMIT__COPILOTINLINE: '1000000/60' });
    admin = await site.administrator();
    await useProvider(admin, provider, { SiteTokensPerDay: '100000000', UserTokensPerDay: '100000000' });
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
  });

  it('wait for the provider, and hardly for us (I-12)', async () => {
    let number = 0;
    const ours = (): Promise<unknown> => suggestion(admin, { prefix: `The summer was ${number++}` });
    const theirs = async (): Promise<unknown> => {
      const answer = await askDirectly(provider, `The summer was ${number++}`);
      return answer.text();
    };
    await timed(50, ours);
    await timed(50, theirs);
    const [whole, alone] = [await timed(CALLS, ours), await timed(CALLS, theirs)];
    const added = share(whole, 0.95) - share(alone, 0.95);
    figure('I-12', {
      calls: CALLS,
      medianMs: rounded(share(whole, 0.5)),
      providerMedianMs: rounded(share(alone, 0.5)),
      p95Ms: rounded(share(whole, 0.95)),
      providerP95Ms: rounded(share(alone, 0.95)),
      addedP95Ms: rounded(added),
    });
    expect(provider.asked.length).toBeGreaterThanOrEqual(2 * CALLS);
  });

  it('end at the provider when the person goes, and leave no slot behind (I-03)', async () => {
    const people = [admin];
    while (people.length < 4) people.push((await colleague(site, admin, { roles: ['Author'] })).browser);
    provider.behave('stalled');
    const times: number[] = [];
    while (times.length < WATCHED) {
      const before = provider.asked.length;
      const leave = askAndLeave(admin);
      const asked = await eventually(() => {
        const [found] = provider.asked.slice(before);
        if (!found) throw new Error('Nothing has come yet.');
        return found;
      });
      leave();
      const leftAt = performance.now();
      while (!asked.gone) await sleep(1);
      times.push(performance.now() - leftAt);
    }
    const begin = provider.requests.length;
    for (let left = 0; left < LEAVING; left += people.length) {
      const leaving = people.map(askAndLeave);
      await sleep(left % 50);
      for (const leave of leaving) leave();
    }
    const open = () => provider.requests.slice(begin).filter(({ gone }) => !gone).length;
    await eventually(() => expect(open()).toBe(0));
    const reached = provider.requests.length - begin;
    expect(reached).toBeGreaterThan(0);
    const leaving = people.map(askAndLeave);
    await eventually(() => expect(provider.requests).toHaveLength(begin + reached + people.length));
    for (const leave of leaving) leave();
    provider.behave('ok');
    figure('I-03', { left: LEAVING, reached, watched: WATCHED, slowestMs: rounded(Math.max(...times)) });
  });

  it('cost nothing while nobody asks: a thousand looks at the status, and a long list of models (I-01, I-14)', async () => {
    const before = provider.requests.length;
    const looks = await timed(1_000, () => statusOf(admin));
    expect(provider.requests).toHaveLength(before);
    provider.behave('ok', 'many');
    const fresh = await timed(20, () => modelsOf(admin, '?refresh=1'));
    const cached = await timed(200, () => modelsOf(admin));
    expect(provider.requests).toHaveLength(before + 20);
    provider.behave('ok');
    const median = (times: readonly number[]): string => rounded(share(times, 0.5));
    figure('I-01', { looks: looks.length, outgoing: 0, medianMs: median(looks) });
    figure('I-14', {
      models: 5_000,
      medianMs: median(fresh),
      p95Ms: rounded(share(fresh, 0.95)),
      cachedMedianMs: median(cached),
      cachedP95Ms: rounded(share(cached, 0.95)),
    });
  });

  it('come to thirty-two people at once, whose provider never ends, in little memory (I-12, I-13)', async () => {
    const people: EditorBrowser[] = [];
    for (let person = 0; person < STREAMS; person += 1)
      people.push((await colleague(site, admin, { roles: ['Author'] })).browser);
    const before = residentMemoryMb(site.api.pid);
    provider.behave('endless');
    const startedAt = performance.now();
    const answers = await Promise.all(
      people.map(async (browser) => {
        const { status } = await browser.post('/ai/complete', { prefix: 'The winter was' });
        return { status, ms: performance.now() - startedAt };
      }),
    );
    provider.behave('ok');
    figure('I-13', {
      streams: STREAMS,
      answers: [...new Set(answers.map(({ status }) => status))].toSorted().join(','),
      p95Ms: percentile(
        answers.map(({ ms }) => ms),
        0.95,
      ),
      growthMb: residentMemoryMb(site.api.pid) - before,
    });
    // Each is answered: with what there is, or with the reason why there's nothing.
    expect(answers.filter(({ status }) => ![200, 429, 502, 503, 504].includes(status))).toEqual([]);
  });

  it('are refused at once when nothing is left of the budget (I-06)', async () => {
    await saveAi(admin, { SiteTokensPerDay: '1000' });
    const before = provider.requests.length;
    const refusals = await timed(200, async () =>
      expect((await complete(admin)).json()).toMatchObject({ limit: 'site-budget' }),
    );
    expect(provider.requests).toHaveLength(before);
    figure('I-06', {
      refusals: refusals.length,
      medianMs: rounded(share(refusals, 0.5)),
      p95Ms: rounded(share(refusals, 0.95)),
    });
  });
});

describe('what the AI writes while someone waits', () => {
  let site: EditorSite<RunningProcess>;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    site = await startEditorSiteBy(startApi, { ...MULTI, RATELIMIT__COPILOTINLINE: '1000000/60' });
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
  });

  it('is with thirty-two people hardly later than with us (I-12)', async () => {
    const people: EditorBrowser[] = [];
    while (people.length < STREAMS / HELPS.length) {
      const person = await administratorOf(site, `site-${people.length}.test`);
      await useProvider(person, provider, { SiteTokensPerDay: '100000000', UserTokensPerDay: '100000000' });
      people.push(person);
    }
    provider.behave('paced');
    provider.say('Der Sommer war lang\nund schön, und nun ist er vorbei.');
    let number = 0;
    /** Milliseconds from the provider's first octets to those of the reader. */
    const late = async (read: (text: string) => Promise<number | undefined>): Promise<number> => {
      const text = `Text ${(number += 1)} of the summer.`;
      const beganAt = await read(text);
      const asked = provider.asked.find(({ body }) => JSON.stringify(body).includes(text));
      if (asked?.beganAt === undefined || beganAt === undefined) throw new Error('Nothing began.');
      return beganAt - asked.beganAt;
    };
    const ours = (person: EditorBrowser, help: string): Promise<number> =>
      late(async (text) => {
        const answer = await StreamedAnswer.whole(person, '/ai/suggest', { help, text });
        expect(answer.dataOf('answer')).toHaveLength(1);
        return answer.beganAt;
      });
    const theirs = (): Promise<number> =>
      late(async (text) => {
        const reader = (await askDirectly(provider, text)).body?.getReader();
        await reader?.read();
        const beganAt = performance.now();
        while (!(await reader?.read())?.done);
        return beganAt;
      });
    const [times, alone]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(...(await Promise.all(people.flatMap((person) => HELPS.map((help) => ours(person, help))))));
      // What the machine takes for as many streams, on the way to a reader that has nothing else to do.
      alone.push(...(await Promise.all(Array.from({ length: STREAMS }, theirs))));
    }
    figure('I-12 streams', {
      streams: STREAMS,
      answers: times.length,
      medianMs: rounded(share(times, 0.5)),
      providerMedianMs: rounded(share(alone, 0.5)),
      p95Ms: rounded(share(times, 0.95)),
      providerP95Ms: rounded(share(alone, 0.95)),
    });
  });
});
