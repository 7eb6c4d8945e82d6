import { Inject, Injectable } from '@nestjs/common';
import type { EmailProvider } from '../email-provider.js';
import { secretsOf } from '../email-provider.js';
import { EMAIL_LIMITS } from '../email.service.js';
import { MailNetworks } from '../mail-network.js';
import type { OutgoingMail } from '../outgoing-mail.js';
import type { DeliveryLimits } from '../transports/mail-transport.js';
import { PhaseFailed, PhaseLog } from './phase-log.js';
import { testApi } from './test-api.js';
import { testSmtp } from './test-smtp.js';

/** Shorter than a real delivery's: a person waits. */
const PATIENCE = { connectMs: 8_000, greetingMs: 8_000, idleMs: 10_000, totalMs: 25_000 };

/** Tries out a provider step by step, and says which step failed and in whose words (C17). */
@Injectable()
export class EmailTester {
  constructor(
    private readonly networks: MailNetworks,
    @Inject(EMAIL_LIMITS) private readonly limits: DeliveryLimits,
  ) {}

  /** Never rejects for anything that the provider says or does. */
  async run(provider: EmailProvider, mail: OutgoingMail): Promise<PhaseLog> {
    const log = new PhaseLog(secretsOf(provider));
    const network = this.networks.of(provider);
    const limits = shorter(this.limits);
    try {
      if (provider.kind === 'none') nothingToTest(log);
      else if (provider.kind === 'smtp') await testSmtp({ provider, mail, network, limits }, log);
      else await testApi({ provider, mail, network, limits }, log);
    } catch (error) {
      if (!(error instanceof PhaseFailed)) throw error;
    }
    return log;
  }
}

function nothingToTest(log: PhaseLog): void {
  const words = 'This provider sends nothing.';
  for (const phase of ['resolve', 'connect', 'tls', 'authenticate'] as const) log.skipped(phase, words);
  log.passed('accept', performance.now(), 'Accepted and not sent: the provider is "none".');
}

const shorter = (limits: DeliveryLimits): DeliveryLimits => ({
  connectMs: Math.min(limits.connectMs, PATIENCE.connectMs),
  greetingMs: Math.min(limits.greetingMs, PATIENCE.greetingMs),
  idleMs: Math.min(limits.idleMs, PATIENCE.idleMs),
  totalMs: Math.min(limits.totalMs, PATIENCE.totalMs),
});
