/** One line with the measured figures of a fault, for people and for `grep '^figure'`. */
export function figure(id: string, fields: Readonly<Record<string, string | number>>): void {
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  process.stdout.write(`figure ${id} ${shown.join(' ')}\n`);
}

/** The value below which a share of the numbers lies, rounded; 0 of none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value);
}

/** `200:1500,503:12`: how often each answer came. */
export function tally(answers: Iterable<string | number>): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(String(answer), (counts.get(String(answer)) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${answer}:${count}`).join(',') || 'none';
}
