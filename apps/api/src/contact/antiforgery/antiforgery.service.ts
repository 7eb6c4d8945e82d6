import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { issueToken, verifyToken } from './antiforgery-token.js';
import { TokenUses } from './token-uses.js';

export interface VerifiedToken {
  readonly nonce: string;
  readonly lifetimeSeconds: number;
}

/** Issues and checks the tokens that prove a request comes from a page of the tenant. */
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

  /** A token that is genuine, of this tenant and in its time; undefined otherwise. */
  verify(tenantId: string, token: string, lifetimeSeconds: number): VerifiedToken | undefined {
    const nowMs = this.clock.now();
    const nonce = verifyToken(this.runtime.keyRing, tenantId, token, { lifetimeSeconds, nowMs });
    return nonce === undefined ? undefined : { nonce, lifetimeSeconds };
  }

  /** Counts one use; false when the token has been used often enough. */
  use({ nonce, lifetimeSeconds }: VerifiedToken): boolean {
    return this.uses.use(nonce, this.clock.now(), lifetimeSeconds);
  }
}
