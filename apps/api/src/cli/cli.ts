import 'reflect-metadata';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, FEATURES } from '../app.module.js';
import { createLog } from '../platform/core/log.js';
import { prepareRuntime } from '../platform/startup/prepare-runtime.js';
import { TenantsService, type ResolvedTenant } from '../platform/tenancy/tenants.service.js';
import { endProcessAfter } from './end-process-after.js';
import { type CommandLine, parseCommandLine, type Syntax } from './command-line.js';

/** A command of the command line. */
export interface Command {
  /** Runs it beside the server or without it. Ends the process with 0, or with 1 after one sentence. */
  readonly run: () => Promise<never>;
  /** Runs it with the services of an application that is already running, which is how tests prepare sites. */
  readonly runOn: (app: INestApplicationContext, args: readonly string[]) => Promise<void>;
}

/** One command of the command line, on the same services as the server. */
export function command<Verb extends string>(
  syntax: Syntax<Verb>,
  work: (app: INestApplicationContext, line: CommandLine<Verb>) => Promise<void>,
): Command {
  const run = (): Promise<never> =>
    endProcessAfter(async () => {
      const line = parseCommandLine(syntax, process.argv.slice(2));
      const prepared = await prepareRuntime({ ...process.env, OUTBOX_WORKER: 'off' }, FEATURES, {
        besideServer: true,
      });
      const app = await NestFactory.createApplicationContext(
        AppModule.forRuntime({ runtime: prepared.runtime, log: createLog('silent') }),
        { logger: false, abortOnError: false },
      );
      try {
        await work(app, line);
      } finally {
        await app.close();
        await prepared.stop();
      }
    });
  return { run, runOn: (app, args) => work(app, parseCommandLine(syntax, args)) };
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
      ? 'There are several sites. Choose one with --tenant.'
      : `There's no site "${wanted}".`,
  );
}
