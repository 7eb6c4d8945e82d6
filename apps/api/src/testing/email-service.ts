import { Test } from '@nestjs/testing';
import { CLOCK, SYSTEM_CLOCK } from '../platform/core/clock.js';
import { outboundService } from '../platform/outbound/outbound.fixture.js';
import { OutboundService } from '../platform/outbound/outbound.service.js';
import { parseEmailConnectionString } from '../email/providers/connection-string.js';
import { contactEmail } from '../contact/contact/contact-email.js';
import { DeliveryError, type DeliveryFailure } from '../email/providers/delivery-error.js';
import { EmailModule } from '../email/providers/email.module.js';
import { EMAIL_LIMITS, EmailService } from '../email/providers/email.service.js';
import type { DeliveryReceipt, OutgoingEmail } from '../email/providers/outgoing-email.js';
import type { DeliveryLimits } from '../email/providers/transports/email-transport.js';

/** Longer than any server takes that answers at all, however busy the machine is. */
const LONG_LIMITS: DeliveryLimits = {
  connectMs: 60_000,
  greetingMs: 60_000,
  idleMs: 60_000,
  totalMs: 60_000,
};
/** For servers that don't answer: a test can wait for these. */
export const SHORT_LIMITS: DeliveryLimits = {
  connectMs: 1_000,
  greetingMs: 1_000,
  idleMs: 1_500,
  totalMs: 2_000,
};
const TENANT = '0190c1d2-0000-7000-8000-00000000000a';

/** An {@link EmailService} for tests. */
export interface EmailServiceFixture {
  readonly service: EmailService;
  send(url: string, mail?: OutgoingEmail, tenantId?: string): Promise<DeliveryReceipt>;
  /** Why an email was not taken; rejects when it was. */
  failure(url: string, mail?: OutgoingEmail): Promise<DeliveryFailure>;
  close(): Promise<void>;
}

export async function startEmailService(limits = LONG_LIMITS): Promise<EmailServiceFixture> {
  await Promise.all([import('nodemailer'), import('@nestjs-modules/mailer')]); // no test's time
  const outbound = outboundService();
  const others = new Map<unknown, unknown>([
    [OutboundService, outbound],
    [CLOCK, SYSTEM_CLOCK],
  ]);
  const module = await Test.createTestingModule({ imports: [EmailModule] })
    .overrideProvider(EMAIL_LIMITS)
    .useValue(limits)
    .useMocker((token) => others.get(token))
    .compile();
  const service = module.get(EmailService);
  const send: EmailServiceFixture['send'] = (url, mail = notification(1), tenantId = TENANT) =>
    service.send(tenantId, parseEmailConnectionString(url), mail);
  return {
    service,
    send,
    failure: async (url, mail) => {
      const outcome: unknown = await send(url, mail).catch((error: unknown) => error);
      if (outcome instanceof DeliveryError) return outcome.failure;
      throw new Error(`Expected a DeliveryError, got ${JSON.stringify(outcome)}`);
    },
    close: async () => {
      await module.close();
      await outbound.onApplicationShutdown();
    },
  };
}

/** The notification of submission number `n`. */
export function notification(n: number): OutgoingEmail {
  return contactEmail({
    submissionId: `0190c1d2-0000-7000-8000-${String(n).padStart(12, '0')}`,
    receiptCode: 'BCDFG-23456',
    siteName: 'example.com',
    hostname: 'www.example.com',
    senderEmail: 'website@example.com',
    recipient: 'owner@example.com',
    name: 'Zoë "Z" O’Hara',
    email: 'zoe@visitor.example',
    message: 'First line\n.\n<b>Zweite Zeile</b> – 日本語\n',
    clientAddress: '203.0.113.7',
    receivedAt: new Date('2026-05-04T10:11:12Z'),
  });
}
