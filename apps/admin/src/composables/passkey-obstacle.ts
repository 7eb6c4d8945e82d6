import { hasPasskeys } from './usePasskeys';

/** Why no passkey can be created here: the connection is not secure, the page has no host name, or the browser has none. */
type PasskeyObstacle = 'insecure' | 'host' | 'browser';

/** @param host name of the page's host, as in `location.hostname` */
export function passkeyObstacle(host: string = location.hostname): PasskeyObstacle | undefined {
  if (/^[\d.]+$|:/.test(host)) return 'host';
  if (!isSecureContext) return 'insecure';
  return hasPasskeys() ? undefined : 'browser';
}
