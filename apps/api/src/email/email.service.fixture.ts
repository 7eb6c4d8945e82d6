import { Test } from '@nestjs/testing';
import { lookup } from 'node:dns/promises';
import { limitedFetch } from '../common/limited-fetch.js';
import { OutboundFetch } from '../common/outbound-fetch.js';
import { parseEmailConnectionString } from './connection-string.js';
import { contactEmail } from './contact-email.js';
import { DeliveryError, type DeliveryFailure } from './delivery-error.js';
import { EmailModule } from './email.module.js';
import { EMAIL_LIMITS, EmailService } from './email.service.js';
import { type MailNetwork, MailNetworks } from './mail-network.js';
import type { DeliveryReceipt, OutgoingMail } from './outgoing-mail.js';
import type { DeliveryLimits } from './transports/mail-transport.js';

/** Short enough for tests of every time limit. */
const LIMITS: DeliveryLimits = { connectMs: 600, greetingMs: 600, idleMs: 1000, totalMs: 1800 };
const TENANT = '0190c1d2-0000-7000-8000-00000000000a';

/** As for a provider that the operator named. */
const OPEN_NETWORK: MailNetwork = {
  resolve: (host) => lookup(host, { all: true }),
  request: limitedFetch,
};

/** An {@link EmailService} for tests, with short time limits. */
export interface EmailServiceFixture {
  readonly service: EmailService;
  send(url: string, mail?: OutgoingMail, tenantId?: string): Promise<DeliveryReceipt>;
  /** Why a mail was not taken; rejects when it was. */
  failure(url: string, mail?: OutgoingMail): Promise<DeliveryFailure>;
  close(): Promise<void>;
}

export async function startEmailService(): Promise<EmailServiceFixture> {
  const module = await Test.createTestingModule({ imports: [EmailModule] })
    .overrideProvider(MailNetworks)
    .useValue({ of: () => OPEN_NETWORK })
    .overrideProvider(OutboundFetch)
    .useValue({})
    .overrideProvider(EMAIL_LIMITS)
    .useValue(LIMITS)
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
    close: () => module.close(),
  };
}

/** The notification of submission number `n`. */
export function notification(n: number): OutgoingMail {
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
