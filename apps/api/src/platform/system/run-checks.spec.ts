import { type Check, runChecks, type SystemFinding, worstOf } from './run-checks.js';

const fine = async (): Promise<SystemFinding> => ({
  status: 'ok',
  code: 'database-ok',
  facts: [{ key: 'applied', value: 1 }],
});
const NAMES = ['keys', 'database', 'disk'];
const all = NAMES.map((name): Check => ({ name, look: fine }));

describe('the doctor’s checks', () => {
  it('one that never ends and one that breaks are findings, and the others are there', async () => {
    const broken = new Error('no such table');
    const told: unknown[] = [];
    const checks = await runChecks(
      [
        { name: 'database', look: fine },
        { name: 'email', look: () => new Promise(() => undefined) },
        { name: 'disk', look: () => Promise.reject(broken) },
      ],
      20,
      (check, error) => told.push([check, error]),
    );
    const codes = new Map(checks.map(({ check, code, status }) => [check, `${status} ${code}`]));
    expect(codes.get('email')).toBe('failed check-timed-out');
    expect(codes.get('disk')).toBe('failed check-failed');
    expect(codes.get('database')).toBe('ok database-ok');
    expect(told).toEqual([['disk', broken]]);
  });

  it('are shown in the order that was asked for, each with what it measured', async () => {
    const checks = await runChecks(all, 1_000, () => undefined);
    expect(checks.map(({ check }) => check)).toEqual(NAMES);
    expect(checks[0]).toMatchObject({ facts: [{ key: 'applied', value: 1 }] });
  });

  it.each([
    [['ok', 'warning', 'failed'], 'failed'],
    [['ok', 'warning'], 'warning'],
    [['ok'], 'ok'],
  ] as const)('the worst of %j is %s', (statuses, worst) => {
    expect(worstOf(statuses)).toBe(worst);
  });
});
