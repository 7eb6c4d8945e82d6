/** One member that an entry lists; undefined on the side where there was nothing. */
export interface Change {
  /** `roles`, or `sender.address` for a member of a member. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Members = ReadonlyMap<string, string>;

/** What became another, in one line; nothing where there is no before to compare with. */
export function changeLine(changes: readonly Change[], most: number): string {
  const different = changes.filter(({ before, after }) => before !== undefined && before !== after);
  return different
    .slice(0, most)
    .map(({ name, before = '', after = '' }) => `${name}: ${oneLine(before)} → ${oneLine(after)}`)
    .join(' · ');
}

const oneLine = (text: string): string => text.replaceAll('\n', ', ');

/** The members of an entry's before and after beside each other, in the order in which they were written. */
export function changesOf(before: object | null, after: object | null): readonly Change[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    name,
    before: old.get(name),
    after: now.get(name),
  }));
}

function membersOf(value: object | null, prefix = ''): Members {
  const members = new Map<string, string>();
  for (const [name, member] of Object.entries(value ?? {}) as [string, unknown][]) {
    const path = prefix + name;
    if (isRecord(member)) membersOf(member, `${path}.`).forEach((text, inner) => members.set(inner, text));
    else members.set(path, textOf(member));
  }
  return members;
}

/** A list is one value: as lines, since its order may matter. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
