import { parseTrustedProxies } from '../http/trusted-proxies.js';
import { OutboundService } from './outbound.service.js';

/** An {@link OutboundService} without an application. @param allow as in `OUTBOUND_ALLOW` */
export const outboundService = (allow = ''): OutboundService =>
  new OutboundService({ env: { outboundAllow: parseTrustedProxies(allow) } });
