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
}

export interface CommandLine<Verb extends string> {
  readonly verb: Verb;
  readonly values: readonly string[];
  /** Of `--tenant TENANT`. */
  readonly tenant: string | undefined;
}

/** @throws UsageError for whatever the command does not know, so that nothing is done that was not asked for */
export function parseCommandLine<Verb extends string>(
  { usage, verbs, takesTenant }: Syntax<Verb>,
  args: readonly string[],
): CommandLine<Verb> {
  const { positionals, tenant } = parseOptions(usage, takesTenant, args);
  const [verb = '', ...values] = positionals;
  if (!isVerb(verbs, verb)) throw new UsageError(verb === '' ? 'Say what to do.' : `Unknown: ${verb}`, usage);
  const [least, most] = [verbs[verb]].flat();
  if (values.includes('')) throw new UsageError('A value is empty.', usage);
  if (values.length < Number(least) || values.length > Number(most ?? least)) {
    throw new UsageError(`Wrong number of values for ${verb}.`, usage);
  }
  return { verb, values, tenant };
}

function parseOptions(
  usage: string,
  takesTenant: boolean,
  args: readonly string[],
): { readonly positionals: readonly string[]; readonly tenant: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { tenant: { type: 'string' } },
      allowPositionals: true,
      strict: true,
    });
    if (values.tenant === '') throw new Error('--tenant needs a value.');
    if (values.tenant !== undefined && !takesTenant) throw new Error("Unknown option '--tenant'.");
    return { positionals, tenant: values.tenant };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), usage);
  }
}

const isVerb = <Verb extends string>(verbs: Readonly<Record<Verb, unknown>>, word: string): word is Verb =>
  Object.hasOwn(verbs, word);
