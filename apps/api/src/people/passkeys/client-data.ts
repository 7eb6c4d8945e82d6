import { parseJson } from '../../platform/core/parse-json.js';

/** What the browser says a ceremony was about (WebAuthn Level 3, 5.8.1), as far as we look at it ourselves. */
interface ClientData {
  /** Base64url. */
  readonly challenge: string;
  /** Whether it ran inside a page of another site. */
  readonly crossOrigin: boolean;
}

/** Reads `clientDataJSON`; undefined when it is not what a browser writes. Nothing of it is proved yet. */
export function readClientData(clientDataJSON: string): ClientData | undefined {
  const value = parseJson(Buffer.from(clientDataJSON, 'base64url').toString());
  if (typeof value !== 'object' || value === null || !('challenge' in value)) return undefined;
  const { challenge } = value;
  if (typeof challenge !== 'string' || !/^[A-Za-z0-9_-]{1,200}$/.test(challenge)) return undefined;
  const crossOrigin = 'crossOrigin' in value ? value.crossOrigin : false;
  return typeof crossOrigin === 'boolean' ? { challenge, crossOrigin } : undefined;
}
