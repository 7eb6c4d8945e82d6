import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { LOG, type Log } from '../../platform/core/log.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { type CaptchaConfig, readCaptchaSettings } from './captcha-settings.js';
import { type CaptchaVerdict, verifyCaptcha } from './verify-captcha.js';

/** Who presents a CAPTCHA token. */
interface CaptchaClient {
  readonly clientAddress: string;
  readonly hostname: string;
  /** For the log. */
  readonly requestId: string;
}

/** How long a token that was validated ahead is accepted by the submit that follows. */
const PASS_SECONDS = 120;

const REMEMBER = statement(
  'remember_captcha_pass',
)`INSERT INTO captcha_pass (tenant_id, client_address, token_hash, expires_at)
         VALUES ($1, $2, $3, now() + interval '${PASS_SECONDS} seconds')
         ON CONFLICT (tenant_id, client_address, token_hash) DO NOTHING`;

/** Takes the pass, so that it counts once, and sweeps those that ran out. */
const REDEEM = statement(
  'redeem_captcha_pass',
)`WITH swept AS (DELETE FROM captcha_pass WHERE expires_at < now() - interval '1 minute')
         DELETE FROM captcha_pass WHERE tenant_id = $1 AND client_address = $2 AND token_hash = $3
         RETURNING expires_at > now() AS valid`;

/** Longer than any provider's token lives. */
const TOKEN_SECONDS = 600;

/** Takes a token that the provider has accepted, once, and sweeps those that have long run out. */
const USE = statement(
  'use_captcha_token',
)`WITH swept AS (DELETE FROM captcha_used_token WHERE expires_at < now() - interval '1 minute')
         INSERT INTO captcha_used_token (tenant_id, token_hash, expires_at)
         VALUES ($1, $2, now() + interval '${TOKEN_SECONDS} seconds')
         ON CONFLICT DO NOTHING RETURNING true AS first`;

/** Decides whether a visitor passed the tenant's CAPTCHA. */
@Injectable()
export class CaptchaService {
  constructor(
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    private readonly sql: Sql,
    private readonly outbound: OutboundService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The verdict on a submit: accepted when no CAPTCHA is required, or the token is good, or was validated just before. */
  async check(tenantId: string, token: string | undefined, client: CaptchaClient): Promise<CaptchaVerdict> {
    const config = await this.settings.read(tenantId, readCaptchaSettings);
    if (!config.requireCaptcha) return NOT_REQUIRED;
    if (token && (await this.redeem(tenantId, token, client)))
      return { accepted: true, reason: 'validated-before', codes: [] };
    return this.verify(tenantId, config, token, client);
  }

  /** Validates a token ahead of the submit and remembers it for two minutes. */
  async validate(
    tenantId: string,
    token: string | undefined,
    client: CaptchaClient,
  ): Promise<CaptchaVerdict> {
    const config = await this.settings.read(tenantId, readCaptchaSettings);
    if (config.provider === null) return NOT_REQUIRED;
    const verdict = await this.verify(tenantId, config, token, client);
    if (verdict.accepted && token)
      await this.sql.run(REMEMBER, [tenantId, client.clientAddress, hash(token)]);
    return verdict;
  }

  private async redeem(tenantId: string, token: string, client: CaptchaClient): Promise<boolean> {
    const [row] = await this.sql.run<{ readonly valid: boolean }>(REDEEM, [
      tenantId,
      client.clientAddress,
      hash(token),
    ]);
    return row?.valid ?? false;
  }

  private async verify(
    tenantId: string,
    config: CaptchaConfig,
    token: string | undefined,
    client: CaptchaClient,
  ): Promise<CaptchaVerdict> {
    const { provider } = config;
    if (provider === null) throw new Error('A CAPTCHA is required but no provider is set.'); // validation prevents it
    const tenant = await this.tenants.find(tenantId);
    const presenter = {
      address: client.clientAddress,
      hostnames: [client.hostname, ...(tenant?.hostnames ?? [])],
    };
    const verdict = await this.usedOnce(
      tenantId,
      token ?? '',
      await verifyCaptcha(this.outbound, { ...config, provider }, token ?? '', presenter),
    );
    if (!verdict.accepted)
      this.log.warn({
        event: 'captcha.refused',
        tenantId,
        requestId: client.requestId,
        reason: verdict.reason,
        codes: verdict.codes,
      });
    return verdict;
  }

  /** Providers accept a token once, most of them: that it is so must not rest on them. */
  private async usedOnce(tenantId: string, token: string, verdict: CaptchaVerdict): Promise<CaptchaVerdict> {
    if (!verdict.accepted) return verdict;
    const [row] = await this.sql.run(USE, [tenantId, hash(token)]);
    return row ? verdict : { accepted: false, reason: 'used-before', codes: [] };
  }
}

const NOT_REQUIRED: CaptchaVerdict = { accepted: true, reason: 'not-required', codes: [] };

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');
