import type { Transport } from 'nodemailer';
import type { Clock } from '../../../platform/core/clock.js';
import type { EmailProvider } from '../email-provider.js';
import { commercialTransport } from './commercial.transport.js';
import { communicationTransport } from './communication.transport.js';
import type { OutboundService } from '../../../platform/outbound/outbound.service.js';
import { apiCalls, type DeliveryLimits, type TransportReceipt } from './email-transport.js';
import { noneTransport } from './none.transport.js';
import { smtpTransport } from './smtp.transport.js';

/** What nodemailer needs to send through a provider. */
type ProviderTransport = Transport<TransportReceipt> | ReturnType<typeof smtpTransport>;

/** Opens nothing yet: the first email opens a connection. */
export function createTransport(
  provider: EmailProvider,
  limits: DeliveryLimits,
  outbound: OutboundService,
  clock: Clock,
): ProviderTransport {
  switch (provider.kind) {
    case 'smtp':
      return smtpTransport(provider, limits, outbound);
    case 'communication':
      return communicationTransport(provider, apiCalls(outbound, provider, limits), clock);
    case 'commercial':
      return commercialTransport(provider, apiCalls(outbound, provider, limits));
    case 'none':
      return noneTransport();
    default:
      return provider satisfies never;
  }
}
