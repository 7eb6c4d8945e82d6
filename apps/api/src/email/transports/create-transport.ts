import type { Transport } from 'nodemailer';
import type { EmailProvider } from '../email-provider.js';
import { commercialTransport } from './commercial.transport.js';
import { communicationTransport } from './communication.transport.js';
import type { MailNetwork } from '../mail-network.js';
import type { DeliveryLimits, TransportReceipt } from './mail-transport.js';
import { noneTransport } from './none.transport.js';
import { smtpTransport } from './smtp.transport.js';

/** What nodemailer needs to send through a provider. */
export type ProviderTransport = Transport<TransportReceipt> | ReturnType<typeof smtpTransport>;

/** Opens nothing yet: a connection is made for the first mail. */
export function createTransport(
  provider: EmailProvider,
  limits: DeliveryLimits,
  network: MailNetwork,
): ProviderTransport {
  switch (provider.kind) {
    case 'smtp':
      return smtpTransport(provider, limits, network);
    case 'communication':
      return communicationTransport(provider, limits, network);
    case 'commercial':
      return commercialTransport(provider, limits, network);
    case 'none':
      return noneTransport();
    default:
      return provider satisfies never;
  }
}
