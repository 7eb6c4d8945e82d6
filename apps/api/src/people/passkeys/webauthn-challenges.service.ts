import { Inject, Injectable } from '@nestjs/common';
import { PASSKEY_LIMITS } from '@sitedesk/contract/passkeys';
import { randomBytes } from 'node:crypto';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import type { Ceremony } from './ceremony.js';

/** Each new challenge takes some that nobody answered away; two at once never wait for each other. */
const ISSUE = statement('webauthn_challenge_issue')`
WITH swept AS (
  DELETE FROM webauthn_challenge WHERE challenge IN (
    SELECT challenge FROM webauthn_challenge WHERE expires_at <= $6 ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED))
INSERT INTO webauthn_challenge (challenge, tenant_id, purpose, bound_to, expires_at) VALUES ($1, $2, $3, $4, $5)`;
const CONSUME = statement('webauthn_challenge_consume')`
DELETE FROM webauthn_challenge WHERE challenge = $1 AND tenant_id = $2 AND purpose = $3 AND bound_to = $4
 RETURNING expires_at`;

/** The challenges of passkey ceremonies: 256 bits, five minutes, one use, one purpose, one session or browser. */
@Injectable()
export class WebAuthnChallengesService {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns base64url */
  async issue(tenantId: string, { purpose, boundTo }: Ceremony): Promise<string> {
    const challenge = randomBytes(PASSKEY_LIMITS.challengeOctets).toString('base64url');
    const now = this.clock.now();
    const expiresAt = new Date(now + PASSKEY_LIMITS.challengeSeconds * 1_000);
    await this.sql.run(ISSUE, [challenge, tenantId, purpose, boundTo, expiresAt, new Date(now)]);
    return challenge;
  }

  /** Uses a challenge up; false unless it was given for exactly this, lately. Of several who do it at once, one succeeds. */
  async consume(tenantId: string, { purpose, boundTo }: Ceremony, challenge: string): Promise<boolean> {
    const values = [challenge, tenantId, purpose, boundTo];
    const [row] = await this.sql.run<{ expires_at: Date }>(CONSUME, values);
    return row !== undefined && row.expires_at.getTime() > this.clock.now();
  }
}
