import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { parseJson } from '../../platform/core/parse-json.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { type IssuerKey, keysOf } from './ci-tokens.js';

/** How long keys are believed. */
const KEPT_MS = 10 * 60_000;
/** An unknown key is looked for so often at most: someone could invent them without end. */
const AGAIN_MS = 60_000;
const LIMITS = { maxBytes: 256 * 1_024, totalMs: 5_000, connectMs: 3_000 };
const ISSUERS = 100;

interface KnownKeys {
  readonly at: number;
  readonly keys: readonly IssuerKey[];
}

/** Public keys of CI services, by OpenID Connect Discovery 1.0. */
@Injectable()
export class IssuerKeysService {
  private readonly known = new Map<string, Promise<KnownKeys>>();

  constructor(
    private readonly outbound: OutboundService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param keyId the one that is looked for: a key that was made since is found within a minute
   * @throws Error when the issuer can't be asked, or answers something else
   */
  async find(issuer: string, keyId: string): Promise<readonly IssuerKey[]> {
    const { keys, at } = await this.read(issuer, KEPT_MS);
    const isThere = keys.some(({ id }) => id === keyId);
    return isThere || this.clock.now() - at < AGAIN_MS ? keys : (await this.read(issuer, AGAIN_MS)).keys;
  }

  /** Those who ask at once share one request. */
  private async read(issuer: string, keptMs: number): Promise<KnownKeys> {
    const known = this.known.get(issuer);
    const kept = await known?.catch(() => undefined);
    if (kept && this.clock.now() - kept.at < keptMs) return kept;
    const now = this.known.get(issuer);
    if (now && now !== known) return now; // someone else was faster
    if (this.known.size >= ISSUERS) this.known.clear();
    const reading = this.ask(issuer);
    this.known.set(issuer, reading);
    return reading;
  }

  private async ask(issuer: string): Promise<KnownKeys> {
    const at = this.clock.now();
    const found = await this.json(`${issuer}/.well-known/openid-configuration`);
    const { issuer: named, jwks_uri: uri } = found;
    if (named !== issuer) throw new Error(`The discovery document is of another issuer than ${issuer}.`);
    if (typeof uri !== 'string' || !URL.canParse(uri)) throw new Error('The issuer names no keys.');
    const keys = keysOf(await this.json(uri));
    if (keys.length === 0) throw new Error('The issuer has no key that can be used.');
    return { at, keys };
  }

  private async json(url: string): Promise<Readonly<Record<string, unknown>>> {
    const { status, text } = await this.outbound.fetch({ url, guarded: true, limits: LIMITS });
    const value = status === 200 ? parseJson(text) : undefined;
    if (typeof value !== 'object' || value === null)
      throw new Error(`${new URL(url).host} answered with status ${status}, and without JSON.`);
    return { ...value };
  }
}
