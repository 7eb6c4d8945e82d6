import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LimitedProcess, LimitReached, WorkFailed } from './limited-process.js';

/** What each work does. */
const SCRIPT = `
const WORKS = {
  add: ([a, b]) => a + b,
  hang: () => { for (;;); },
  fill: () => { let list = [1.5]; for (;;) list = [...list, ...list]; },
  throw: () => { throw new RangeError('Too deep'); },
  exit: () => process.exit(3),
  pid: () => process.pid,
  secrets: () => Object.keys(process.env),
};
process.on('message', ({ work, values }) => {
  try {
    process.send({ result: WORKS[work](values) });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});
process.send(null);
`;

interface Work {
  readonly work: string;
  readonly values?: readonly number[];
}

describe('a process with limits', () => {
  let folder: string;
  let limited: LimitedProcess<Work, unknown>;
  let brief: LimitedProcess<Work, unknown>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limited-'));
    const script = join(folder, 'script.cjs');
    await writeFile(script, SCRIPT);
    limited = new LimitedProcess(script, { ms: 60_000, megabytes: 64, idleMs: 60_000 });
    brief = new LimitedProcess(script, { ms: 5_000, megabytes: 64, idleMs: 60_000 });
  });
  afterAll(async () => {
    limited.close();
    brief.close();
    await rm(folder, { recursive: true });
  });

  const add = (to = limited): Promise<unknown> => to.run({ work: 'add', values: [1, 2] });

  it('does works one after the other, in the same process, without secrets', async () => {
    const pids = await Promise.all([limited.run({ work: 'pid' }), limited.run({ work: 'pid' })]);
    expect(pids).toEqual([expect.any(Number), pids[0]]);
    expect(pids[0]).not.toBe(process.pid);
    expect(await add()).toBe(3);
    expect(process.env['PATH']).toBeDefined();
    expect(await limited.run({ work: 'secrets' })).not.toContain('PATH');
  });

  it('ends a work that takes too long, and goes on with the next one', async () => {
    const [hung, next] = [brief.run({ work: 'hang' }), add(brief)];
    await expect(hung).rejects.toEqual(new LimitReached('time'));
    expect(await next).toBe(3);
  });

  it('ends a work that takes too much memory, and goes on with the next one', async () => {
    const full = limited.run({ work: 'fill' });
    await expect(full).rejects.toMatchObject({ limit: 'memory' });
    expect(await add()).toBe(3);
  });

  it('says what failed, and survives when it ends', async () => {
    await expect(limited.run({ work: 'throw' })).rejects.toEqual(new WorkFailed('RangeError: Too deep'));
    await expect(limited.run({ work: 'exit' })).rejects.toThrow('The process ended: 3.');
    expect(await add()).toBe(3);
  });

  it('says so when it cannot start', async () => {
    const missing = new LimitedProcess<Work, unknown>(join(folder, 'nothing.cjs'), {
      ms: 60_000,
      megabytes: 64,
      idleMs: 1,
    });
    await expect(missing.run({ work: 'add' })).rejects.toThrow('The process ended: 1.');
  });
});
