import { Global, Module } from '@nestjs/common';
import { OutboundService } from './outbound.service.js';

/** The way to strangers' servers. */
@Global()
@Module({ providers: [OutboundService], exports: [OutboundService] })
export class OutboundModule {}
