import { Inject, Injectable } from '@nestjs/common';
import {
  ATTENTION_CODES,
  ATTENTION_RULES,
  type AttentionCode,
  type AttentionItem,
  type AttentionRule,
  type AttentionTile,
} from '@sitedesk/contract';
import { LOG, type Log } from '../common/log.js';
import type { Principal } from '../identity/principal.js';
import { AccountAttention } from './account-attention.service.js';
import type { Finding } from './finding.js';
import { SiteAttention } from './site-attention.service.js';

type Look = (tenantId: string, principal: Principal) => Promise<Finding | undefined>;

/** Looks at everything that may need somebody; what cannot be looked at is named, and hides nothing else. */
@Injectable()
export class Attention {
  private readonly looks: Readonly<Record<AttentionCode, Look>>;

  constructor(
    site: SiteAttention,
    accounts: AccountAttention,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.looks = {
      'delivery-failed': (tenantId) => site.failedDeliveries(tenantId),
      'mail-not-usable': (tenantId) => site.unusableMail(tenantId),
      'outbox-old': (tenantId) => site.oldOutbox(tenantId),
      'alerts-off': (tenantId) => site.alertsOff(tenantId),
      'mailing-list-failing': (tenantId) => site.failingList(tenantId),
      'mailing-list-refused': (tenantId) => site.refusedByList(tenantId),
      'proxy-untrusted': async () => site.untrustedProxy(),
      'recovery-codes-own': (tenantId, { accountId }) => accounts.ownRecoveryCodes(tenantId, accountId),
      'recovery-codes-others': (tenantId, { accountId }) => accounts.othersRecoveryCodes(tenantId, accountId),
      'token-expired': (tenantId, principal) => accounts.expiredTokens(tenantId, principal),
      'token-expiring': (tenantId, principal) => accounts.expiringTokens(tenantId, principal),
    };
  }

  /** What concerns this person: of the site what the permissions allow to see, and of the own account. */
  async read(tenantId: string, principal: Principal): Promise<AttentionTile> {
    const unknown: AttentionCode[] = [];
    const found = await Promise.all(
      ATTENTION_CODES.filter((code) => concerns(ATTENTION_RULES[code], principal)).map(async (code) => {
        try {
          return toItem(code, await this.looks[code](tenantId, principal));
        } catch (error) {
          this.log.warn({ event: 'dashboard.look_failed', tenantId, code, err: error });
          unknown.push(code);
          return undefined;
        }
      }),
    );
    const items = found.filter((item) => item !== undefined);
    return { items: items.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)), unknown };
  }
}

const LEVELS: readonly AttentionItem['level'][] = ['critical', 'warning', 'notice'];

const concerns = ({ permission }: AttentionRule, { permissions }: Principal): boolean =>
  permission === null || permissions.has(permission);

function toItem(code: AttentionCode, finding: Finding | undefined): AttentionItem | undefined {
  if (!finding) return undefined;
  const { level, to } = ATTENTION_RULES[code];
  return { code, level, to, count: 1, capped: false, detail: null, at: null, ...finding };
}
