import type { SavedDraft } from '@sitedesk/contract/articles';
import type { SaveDraftDto } from '@sitedesk/contract/articles.dto';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../app/http';
import { Problem } from '../../app/problem';
import { type DraftContent, type DraftSaver, draftSaver, type SavedBase } from './draft-saver';

/** A server of one draft, which answers as it is told to. */
class FakeServer {
  revision = 1;
  saved = '';
  operation = '';
  inFlight = 0;
  readonly bodies: SaveDraftDto[] = [];
  /** What becomes of the next saves: `lost` is carried out, and its answer never arrives. */
  fates: ('ok' | 'lost' | 'unreached' | number)[] = [];
  wait = 0;

  async save(body: SaveDraftDto, etag: string | null): Promise<Answer<SavedDraft>> {
    this.bodies.push(body);
    this.inFlight += 1;
    expect(this.inFlight).toBe(1); // never two at a time
    if (this.wait > 0) await new Promise((resolve) => setTimeout(resolve, this.wait));
    this.inFlight -= 1;
    const fate = this.fates.shift() ?? 'ok';
    if (fate === 'unreached') throw new Problem(0, {}, '');
    if (typeof fate === 'number')
      throw new Problem(fate, { code: fate === 412 ? PROBLEM_CODES.conflict : 'x' }, '');
    if (body.operation !== this.operation) {
      if (etag !== `"v${this.revision}"`) throw new Problem(412, { code: PROBLEM_CODES.conflict }, '');
      this.revision += 1;
      this.saved = body.fields.title;
      this.operation = body.operation;
    }
    if (fate === 'lost') throw new Problem(0, {}, '');
    return {
      body: { status: 'draft', savedAt: '2026-01-01T00:00:00Z', path: '/' },
      etag: `"v${this.revision}"`,
      status: 200,
    };
  }
}

describe('saving while one writes', () => {
  let server: FakeServer;
  let saver: DraftSaver;
  let typed = '';
  let kept: DraftContent | undefined;
  let keptBase: SavedBase | undefined;
  let merge: () => Promise<SavedBase | undefined>;
  const merges: SavedBase[] = [];
  const contentOf = (title: string): DraftContent =>
    ({ fields: { title }, document: {} }) as unknown as DraftContent; // all that is looked at

  beforeEach(() => {
    vi.useFakeTimers();
    server = new FakeServer();
    typed = '';
    kept = undefined;
    keptBase = undefined;
    merges.length = 0;
    merge = () => Promise.resolve(undefined);
    saver = draftSaver({
      base: { etag: '"v1"', content: contentOf('') },
      savedAt: '2026-01-01T00:00:00Z',
      content: () => contentOf(typed),
      send: (body, etag) => server.save(body, etag),
      keep: (content, base) => Promise.resolve((([kept, keptBase] = [content, base]), true)),
      forget: () => void (kept = undefined),
      done: () => undefined,
      refused: () => undefined,
      merge: (base) => {
        merges.push(base);
        return merge();
      },
    });
  });
  afterEach(() => {
    saver.stop();
    vi.useRealTimers();
  });

  const type = (text: string): void => {
    typed += text;
    saver.changed();
  };
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

  it('keeps it on this device within 300 ms, and saves it 1.5 s after the last key', async () => {
    type('a');
    await pass(300);
    expect(kept?.fields.title).toBe('a');
    await pass(1_000);
    type('b');
    await pass(1_400);
    expect(server.bodies).toHaveLength(0);
    await pass(100);
    expect(server.saved).toBe('ab');
    expect([saver.state.value, kept]).toEqual(['saved', undefined]);
  });

  it('saves at most 10 s after the first key while someone goes on typing', async () => {
    for (let second = 0; second < 11; second += 1) {
      type(String(second % 10));
      await pass(1_000);
    }
    expect(server.bodies).toHaveLength(1);
  });

  it('has everything on the server in the end, whatever happens to requests, without a conflict with itself (E-03)', async () => {
    const random = (seed: number): number => (seed * 7919 + 104_729) % 100;
    for (let key = 0; key < 1_000; key += 1) {
      const fate = random(key);
      if (fate < 4) server.fates.push(fate < 2 ? 'lost' : 'unreached');
      else if (fate < 8) server.fates.push(503);
      server.wait = random(key + 1) * 80;
      type(String.fromCodePoint(97 + (key % 26)));
      await pass(random(key + 2) * 20);
      expect(saver.state.value).not.toBe('conflict');
    }
    server.fates = [];
    await pass(120_000);
    expect(server.saved).toBe(typed);
    expect(saver.state.value).toBe('saved');
  });

  it('has every character on the device after ten minutes offline, and on the server when it’s back (E-01)', async () => {
    server.fates = Array.from({ length: 1_000 }, () => 'unreached');
    for (let second = 0; second < 600; second += 1) {
      type(String.fromCodePoint(97 + (second % 26)));
      await pass(1_000);
    }
    expect([saver.state.value, saver.isKept.value, kept?.fields.title]).toEqual(['offline', true, typed]);
    expect(server.saved).toBe('');
    // Nobody asks without a pause, and nobody gives up.
    expect(server.bodies.length).toBeGreaterThan(15);
    expect(server.bodies.length).toBeLessThan(200);
    server.fates = [];
    await pass(60_000);
    expect([server.saved, saver.state.value, kept]).toEqual([typed, 'saved', undefined]);
  });

  it('says what is wrong, and goes on when it is back', async () => {
    server.fates = ['unreached', 503];
    type('a');
    await pass(1_500);
    expect([saver.state.value, saver.isKept.value]).toEqual(['offline', true]);
    saver.retry();
    await pass(0);
    expect(saver.state.value).toBe('retrying');
    await pass(30_000);
    expect([saver.state.value, server.saved]).toEqual(['saved', 'a']);
  });

  it('has all but the last 300 ms on this device, whenever the tab is killed (E-02)', async () => {
    server.fates = ['unreached', 'ok', 500, 'lost', 'ok'];
    const random = fc.sample(fc.tuple(fc.integer({ min: 1, max: 700 }), fc.boolean()), {
      numRuns: 60,
      seed: 2,
    });
    const history: { readonly at: number; readonly typed: string }[] = [];
    for (const [pause, isKey] of random) {
      if (isKey) {
        type('x');
        history.push({ at: Date.now(), typed });
      }
      await pass(pause);
      const old = history.findLast(({ at }) => at <= Date.now() - 300)?.typed ?? '';
      const onDisk = Math.max(kept?.fields.title.length ?? 0, server.saved.length);
      expect(onDisk).toBeGreaterThanOrEqual(old.length);
    }
    expect(history.length).toBeGreaterThan(20);
  });

  it('stops when a person has to decide, and keeps what is typed on this device', async () => {
    server.revision = 7;
    type('mine');
    await pass(1_500);
    expect(saver.state.value).toBe('conflict');
    type('!');
    await pass(20_000);
    expect(server.bodies).toHaveLength(1);
    expect(kept?.fields.title).toBe('mine!');
    expect(await saver.flush()).toBe(false);
  });

  it('saves what was merged at once, upon what the other one saved', async () => {
    type('a');
    await pass(1_500);
    server.revision = 7;
    merge = () => {
      typed = `theirs+${typed}`;
      return Promise.resolve({ etag: '"v7"', content: contentOf('theirs') });
    };
    type('b');
    expect(await saver.flush()).toBe(true);
    expect(merges.map(({ etag, content }) => [etag, content.fields.title])).toEqual([['"v2"', 'a']]);
    expect([server.saved, server.revision, saver.state.value]).toEqual(['theirs+ab', 8, 'saved']);
  });

  it('tries again when the other text can’t be read, and goes on once a person has decided', async () => {
    server.revision = 7;
    merge = () => Promise.reject(new Problem(0, {}, ''));
    type('mine');
    await pass(1_500);
    expect([saver.state.value, kept?.fields.title]).toEqual(['offline', 'mine']);
    merge = () => Promise.resolve(undefined);
    await pass(1_000);
    expect(saver.state.value).toBe('conflict');
    saver.basedOn({ etag: '"v7"', content: contentOf('theirs') });
    await pass(0);
    expect([server.saved, saver.state.value]).toEqual(['mine', 'saved']);
  });

  it('keeps with the text what it’s based on, and what was sent without an answer', async () => {
    server.fates = ['lost'];
    type('a');
    await pass(1_500);
    type('b');
    await pass(300);
    expect([keptBase?.etag, keptBase?.sent?.fields.title, kept?.fields.title]).toEqual(['"v1"', 'a', 'ab']);
  });

  it('sends what was refused again once it is changed, as another save', async () => {
    server.fates = [400];
    type('bad');
    await pass(60_000);
    expect([saver.state.value, server.bodies.length]).toEqual(['refused', 1]);
    type('ger');
    await pass(1_500);
    expect(server.saved).toBe('badger');
    expect(server.bodies[0]?.operation).not.toBe(server.bodies[1]?.operation);
  });

  it('saves at once what is typed until then, when it has to', async () => {
    server.wait = 500;
    type('a');
    await pass(1_600);
    type('b');
    const flushed = saver.flush();
    await pass(1_500);
    expect(await flushed).toBe(true);
    expect(server.saved).toBe('ab');
  });
});
