import { parseArgs } from 'node:util';

/** A command was called wrongly; the message says how it is called. */
export class UsageError extends Error {
  constructor(problem: string, usage: string) {
    super(`${problem}\nUsage: ${usage}`);
    this.name = 'UsageError';
  }
}

/** How a command is called. */
export interface Syntax<Verb extends string> {
  readonly usage: string;
  /** How many values each verb takes: exactly so many, or at least and at most. */
  readonly verbs: Readonly<Record<Verb, number | readonly [least: number, most: number]>>;
  /** Whether it takes `--tenant`. */
  readonly takesTenant: boolean;
  /** What else it takes: `--to FOLDER` is a `value`, `--dry-run` a `flag`. */
  readonly options?: Readonly<Record<string, 'value' | 'flag'>>;
}

export interface CommandLine<Verb extends string> {
  readonly verb: Verb;
  readonly values: readonly string[];
  /** Of `--tenant TENANT`. */
  readonly tenant: string | undefined;
  /** Of the other options; a flag is an empty text. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** @throws UsageError for whatever the command does not know, so that nothing is done that was not asked for */
export function parseCommandLine<Verb extends string>(
  { usage, verbs, takesTenant, options: known = {} }: Syntax<Verb>,
  args: readonly string[],
): CommandLine<Verb> {
  const { positionals, tenant, options } = parseOptions(usage, takesTenant, known, args);
  const [verb = '', ...values] = positionals;
  if (!isVerb(verbs, verb)) throw new UsageError(verb === '' ? 'Say what to do.' : `Unknown: ${verb}`, usage);
  const [least, most] = [verbs[verb]].flat();
  if (values.includes('')) throw new UsageError('A value is empty.', usage);
  if (values.length < Number(least) || values.length > Number(most ?? least)) {
    throw new UsageError(`Wrong number of values for ${verb}.`, usage);
  }
  return { verb, values, tenant, options };
}

function parseOptions(
  usage: string,
  takesTenant: boolean,
  known: Readonly<Record<string, 'value' | 'flag'>>,
  args: readonly string[],
): Pick<CommandLine<string>, 'tenant' | 'options'> & { readonly positionals: readonly string[] } {
  try {
    const others = Object.entries(known).map(([name, kind]) => {
      const type = kind === 'value' ? ('string' as const) : ('boolean' as const);
      return [name, { type }] as const;
    });
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(others), tenant: { type: 'string' } },
      allowPositionals: true,
      strict: true,
    });
    const options: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(values)) {
      if (value === '') throw new Error(`--${name} needs a value.`);
      options[name] = typeof value === 'string' ? value : '';
    }
    const { tenant, ...rest } = options;
    if (tenant !== undefined && !takesTenant) throw new Error("Unknown option '--tenant'.");
    return { positionals, tenant, options: rest };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), usage);
  }
}

const isVerb = <Verb extends string>(verbs: Readonly<Record<Verb, unknown>>, word: string): word is Verb =>
  Object.hasOwn(verbs, word);
