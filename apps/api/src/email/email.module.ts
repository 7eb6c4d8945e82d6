import { Module } from '@nestjs/common';
import { OutboundFetch } from '../common/outbound-fetch.js';
import { EMAIL_LIMITS, EmailService } from './email.service.js';
import { MailNetworks } from './mail-network.js';
import { DELIVERY_LIMITS } from './transports/mail-transport.js';

/** Mail leaves through here. */
@Module({
  providers: [
    EmailService,
    MailNetworks,
    OutboundFetch,
    { provide: EMAIL_LIMITS, useValue: DELIVERY_LIMITS },
  ],
  exports: [EmailService, MailNetworks, OutboundFetch, EMAIL_LIMITS],
})
export class EmailModule {}
