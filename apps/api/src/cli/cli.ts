import 'reflect-metadata';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { createLog } from '../common/log.js';
import { prepareRuntime } from '../config/prepare-runtime.js';
import { explainStartError } from '../config/start-error.js';
import { TenantsService, type ResolvedTenant } from '../tenancy/tenants.service.js';

/** A command was called wrongly; the message says how it is called. */
export class UsageError extends Error {
  constructor(usage: string) {
    super(`Usage: ${usage}`);
    this.name = 'UsageError';
  }
}

/**
 * Runs one command of the command line on the same services as the server, beside it or without it.
 * Ends the process with 0, or with 1 after one sentence.
 */
export async function runCommand(
  command: (app: INestApplicationContext, args: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    const prepared = await prepareRuntime({ ...process.env, OUTBOX_WORKER: 'off' }, { besideServer: true });
    const app = await NestFactory.createApplicationContext(
      AppModule.forRuntime({ runtime: prepared.runtime, log: createLog('silent') }),
      { logger: false, abortOnError: false },
    );
    try {
      await command(app, process.argv.slice(2));
    } finally {
      await app.close();
      await prepared.stop();
    }
  } catch (error) {
    process.stderr.write(`${explainStartError(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

/** The tenant named by id, hostname or name; the only one when none is named. */
export async function chooseTenant(
  app: INestApplicationContext,
  wanted: string | undefined,
): Promise<ResolvedTenant> {
  const tenants = await app.get(TenantsService).list();
  const [only] = tenants;
  if (wanted === undefined && only && tenants.length === 1) return only;
  const found = tenants.find(
    ({ id, name, hostnames }) => wanted !== undefined && [id, name, ...hostnames].includes(wanted),
  );
  if (found) return found;
  throw new Error(
    wanted === undefined
      ? 'There are several tenants: name one with --tenant.'
      : `There is no tenant "${wanted}".`,
  );
}

/** Takes `--name value` out of the arguments. */
export function takeOption(
  args: readonly string[],
  name: string,
): { readonly value: string | undefined; readonly rest: readonly string[] } {
  const index = args.indexOf(`--${name}`);
  if (index < 0) return { value: undefined, rest: args };
  return {
    value: args[index + 1],
    rest: args.filter((_, position) => position !== index && position !== index + 1),
  };
}
