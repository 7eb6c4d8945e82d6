import { randomBytes } from 'node:crypto';
import { startTestPostgres } from './postgres-server.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Jest `globalSetup`: one PostgreSQL for the whole run. Its address is in SITEDESK_TEST_DATABASE_URL for the workers; a run
 * that finds the variable set uses that server and leaves it running. SITEDESK_TEST_RUN names the run's databases.
 */
export default async function setUpPostgres() {
  process.env.SITEDESK_TEST_RUN ??= randomBytes(4).toString('hex');
  if (process.env.SITEDESK_TEST_DATABASE_URL) return;
  const server = await startTestPostgres();
  process.env.SITEDESK_TEST_DATABASE_URL = server.url;
  const onExit = () => server.stopNow();
  const onSignal = (signal) => {
    server.stopNow();
    for (const name of SIGNALS) process.removeListener(name, onSignal);
    process.kill(process.pid, signal); // ends us the way the signal would have
  };
  process.once('exit', onExit);
  for (const name of SIGNALS) process.on(name, onSignal);
  globalThis.sitedeskTestPostgres = async () => {
    process.removeListener('exit', onExit);
    for (const name of SIGNALS) process.removeListener(name, onSignal);
    delete process.env.SITEDESK_TEST_DATABASE_URL;
    await server.stop();
  };
}
