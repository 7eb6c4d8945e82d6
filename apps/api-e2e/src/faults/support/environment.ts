import { TEST_EDGE_SECRET, type ProcessEnv } from '../../harness/processes.js';
import { HEADERS } from '@sitedesk/contract/headers';

export const ADMIN_EMAIL = 'owner@site.test';

/** Limits out of the way: these tests are about what is behind them. */
export const WITHOUT_LIMITS: ProcessEnv = {
  RATELIMIT__CONTACTFORM: '1000000/300',
  RATELIMIT__CONTACTSCRIPT: '1000000/300',
  RATELIMIT__ADDRESSCEILING: '1000000/60',
  DATABASE_WAIT_MS: '1000',
};

const SENDER: ProcessEnv = {
  EMAIL__SENDEREMAIL: 'website@site.test',
  CONTACTAPI__ADMINEMAIL: ADMIN_EMAIL,
};

/** Sender and recipient, but no way for mail to leave unless the database holds one. */
export const WITHOUT_PROVIDER: ProcessEnv = { ...WITHOUT_LIMITS, ...SENDER, LOG_LEVEL: 'warn' };

/** Mail leaves through this connection string, and what fails is tried again after one second at first. */
export function withProvider(connectionString: string): ProcessEnv {
  return { ...WITHOUT_PROVIDER, EMAIL__CONNECTIONSTRING: connectionString, OUTBOX_RETRY_SECONDS: '1' };
}

/** Headers that the edge proxy sends for a visitor of a site. */
export function throughEdge(
  visitorAddress: string,
  hostname = 'site.test',
): Readonly<Record<string, string>> {
  return {
    [HEADERS.edgeSecret]: TEST_EDGE_SECRET,
    [HEADERS.originHostname]: hostname,
    'X-Forwarded-For': visitorAddress,
  };
}
