import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import type { Clock } from '../../../platform/core/clock.js';
import type { OutboundService } from '../../../platform/outbound/outbound.service.js';
import { type EmailProvider, secretsOf } from '../email-provider.js';
import type { OutgoingEmail } from '../outgoing-email.js';
import type { DeliveryLimits } from '../transports/email-transport.js';
import { PhaseFailed, PhaseLog } from './phase-log.js';
import { testApi } from './test-api.js';
import { testSmtp } from './test-smtp.js';

/** Shorter than a real delivery's: a person waits. */
const PATIENCE = { connectMs: 8_000, greetingMs: 8_000, idleMs: 10_000, totalMs: 25_000 };

/**
 * Tries out a provider step by step, and says which step failed and in whose words. Never rejects for anything that the
 * provider says or does.
 */
export async function testProvider(
  provider: EmailProvider,
  mail: OutgoingEmail,
  outbound: OutboundService,
  usual: DeliveryLimits,
  clock: Clock,
): Promise<PhaseLog> {
  const log = new PhaseLog(secretsOf(provider));
  const limits = shorter(usual);
  try {
    if (provider.kind === 'none') nothingToTest(log);
    else if (provider.kind === 'smtp') await testSmtp({ provider, mail, outbound, limits }, log);
    else await testApi({ provider, mail, outbound, limits, clock }, log);
  } catch (error) {
    if (!(error instanceof PhaseFailed)) throw error;
  }
  return log;
}

function nothingToTest(log: PhaseLog): void {
  for (const phase of ['resolve', 'connect', 'tls', 'authenticate'] as const)
    log.skipped(phase, EMAIL_TEXTS.sendsNothing);
  log.passed('accept', performance.now(), EMAIL_TEXTS.notSent);
}

const shorter = (limits: DeliveryLimits): DeliveryLimits => ({
  connectMs: Math.min(limits.connectMs, PATIENCE.connectMs),
  greetingMs: Math.min(limits.greetingMs, PATIENCE.greetingMs),
  idleMs: Math.min(limits.idleMs, PATIENCE.idleMs),
  totalMs: Math.min(limits.totalMs, PATIENCE.totalMs),
});
