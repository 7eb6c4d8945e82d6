import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

export interface SignedCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** SHA-256, or HMAC with it, as the library wants it. */
class Sha256 {
  private readonly hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', octets(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(octets(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }

  reset(): void {
    throw new Error('A hash is used once.');
  }
}

function octets(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** When a request says that it was signed, in milliseconds since the epoch; NaN when it doesn't say. */
export const signedAt = (headers: SignedCall['headers']): number =>
  Date.parse(String(headers['x-amz-date']).replace(MOMENT, '$1-$2-$3T$4:$5:$6Z'));

/**
 * The `Authorization` that AWS's own library gives a request of the same moment with the same signed headers.
 * @param service as it is named in signatures, such as `cloudfront`
 */
export async function foreignAuthorization(
  { method, path, headers, body }: SignedCall,
  service: string,
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string },
): Promise<string> {
  const signed = /SignedHeaders=([^,]+)/.exec(String(headers['authorization']))?.[1]?.split(';') ?? [];
  const url = new URL(path, 'https://localhost');
  const signer = new SignatureV4({
    service,
    region: 'us-east-1',
    credentials,
    sha256: Sha256,
    applyChecksum: false,
  });
  const request = await signer.sign(
    {
      method,
      protocol: 'https:',
      hostname: String(headers['host']),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
      body,
    },
    { signingDate: new Date(signedAt(headers)), signableHeaders: new Set(signed) },
  );
  return String(request.headers['authorization']);
}
