import { OutboundService } from './outbound.service.js';
import { Feature } from '../core/features.js';

/** The way to strangers' servers. */
@Feature({ providers: [OutboundService] })
export class OutboundModule {}
