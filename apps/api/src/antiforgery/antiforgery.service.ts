import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../common/clock.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { issueToken, verifyToken } from './antiforgery-token.js';
import { TokenUses } from './token-uses.js';

/** Issues and checks the tokens that prove a request comes from a page of the tenant (D2 to D4). */
@Injectable()
export class AntiforgeryService {
  private readonly uses = new TokenUses();

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  issue(tenantId: string): string {
    return issueToken(this.runtime.keyRing, tenantId, this.clock.now());
  }

  /** Whether a token is genuine, of this tenant, in its time and not used too often. Counts as one use. */
  accept(tenantId: string, token: string, lifetimeSeconds: number): boolean {
    const nowMs = this.clock.now();
    const nonce = verifyToken(this.runtime.keyRing, tenantId, token, { lifetimeSeconds, nowMs });
    return nonce !== undefined && this.uses.use(nonce, nowMs, lifetimeSeconds);
  }
}
