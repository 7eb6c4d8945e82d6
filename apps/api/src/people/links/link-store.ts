import { Inject, Injectable } from '@nestjs/common';
import type { LinkPurpose } from '@sitedesk/contract/account';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { EntityManager, In, IsNull, MoreThan } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { Account } from '../accounts/account.entity.js';
import { hashToken, newToken } from '../../platform/core/tokens.js';
import { LinkRefused } from './link-refused.js';
import { linkEmailPlace, OneTimeLink } from './one-time-link.entity.js';

const SECONDS = {
  invitation: IDENTITY_LIMITS.invitationSeconds,
  'confirm-email': IDENTITY_LIMITS.confirmationSeconds,
  'change-email': IDENTITY_LIMITS.confirmationSeconds,
  'reset-password': IDENTITY_LIMITS.resetSeconds,
} as const satisfies Record<LinkPurpose, number>;

/** A new link; the only moment at which its token is known. */
export interface NewLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** A link that works, and whose it is. */
export interface LiveLink {
  readonly link: OneTimeLink;
  readonly account: Account;
}

/** One-time links as rows: created, previewed, used once, and revoked. */
@Injectable()
export class LinkStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly mailer: AccountEmailService,
    private readonly personalData: PersonalDataService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes a link; older ones of the account for the same purpose die. */
  async make(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    purpose: LinkPurpose,
    newEmail?: string,
  ): Promise<NewLink> {
    // Of two requests at once the second waits here, and ends the link of the first.
    await manager.findOneOrFail(Account, {
      where: { id: accountId, tenantId },
      lock: { mode: 'for_no_key_update' },
    });
    await this.end(manager, tenantId, accountId, [purpose]);
    const now = this.clock.now();
    const id = newId();
    const token = newToken();
    const expiresAt = new Date(now + SECONDS[purpose] * 1_000);
    const email =
      newEmail === undefined ? null : await this.personalData.encrypt(tenantId, linkEmailPlace(id), newEmail);
    await manager.insert(OneTimeLink, {
      id,
      tenantId,
      accountId,
      purpose,
      tokenHash: hashToken(token),
      email,
      expiresAt,
      createdAt: new Date(now),
      usedAt: null,
    });
    return { id, token, expiresAt };
  }

  /**
   * Previews a link without using it.
   * @throws LinkRefused
   */
  async find(tenantId: string, purposes: readonly LinkPurpose[], token: string): Promise<LiveLink> {
    const link = await this.manager.findOneBy(OneTimeLink, {
      tenantId,
      tokenHash: hashToken(token),
      purpose: In([...purposes]),
      usedAt: IsNull(),
      expiresAt: MoreThan(new Date(this.clock.now())),
    });
    const account = link && (await this.manager.findOneBy(Account, { tenantId, id: link.accountId }));
    if (!account || account.status === 'disabled') throw new LinkRefused();
    return { link, account };
  }

  /**
   * Uses a link up, as part of a transaction: of several who hold it exactly one gets through.
   * @returns the account as it stands, locked until the end of the transaction
   * @throws LinkRefused
   */
  async use(manager: EntityManager, tenantId: string, { id, accountId }: OneTimeLink): Promise<Account> {
    const account = await manager.findOne(Account, {
      where: { id: accountId, tenantId },
      lock: { mode: 'for_no_key_update' },
    });
    const now = new Date(this.clock.now());
    const { affected } = await manager.update(
      OneTimeLink,
      { id, tenantId, usedAt: IsNull(), expiresAt: MoreThan(now) },
      { usedAt: now },
    );
    if (affected !== 1 || !account || account.status === 'disabled') throw new LinkRefused();
    return account;
  }

  /** Ends links of an account: their tokens work no more, and emails with them that have not left stay. */
  async end(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    purposes: readonly LinkPurpose[],
  ): Promise<void> {
    const links = await manager.find(OneTimeLink, {
      where: { tenantId, accountId, purpose: In([...purposes]) },
      select: { id: true },
    });
    const ids = links.map(({ id }) => id);
    if (ids.length === 0) return;
    await manager.delete(OneTimeLink, { tenantId, id: In(ids) });
    await this.mailer.withdraw(manager, tenantId, accountId, ids);
  }

  /** Ends every open link of a site, as {@link end} does. */
  async endAll(manager: EntityManager, tenantId: string): Promise<void> {
    await manager.query(
      `WITH ended AS (DELETE FROM one_time_link WHERE tenant_id = $1 AND used_at IS NULL RETURNING id)
       UPDATE account_mail SET content = NULL FROM ended
        WHERE account_mail.tenant_id = $1 AND account_mail.link_id = ended.id`,
      [tenantId],
    );
  }

  /** The address that waits for its confirmation, if one does. */
  async pendingEmail(tenantId: string, accountId: string): Promise<string | null> {
    const link = await this.manager.findOneBy(OneTimeLink, {
      tenantId,
      accountId,
      purpose: 'change-email',
      usedAt: IsNull(),
      expiresAt: MoreThan(new Date(this.clock.now())),
    });
    return link ? this.newEmail(tenantId, link) : null;
  }

  /** The new address that a `change-email` link stands for. */
  async newEmail(tenantId: string, { id, email }: OneTimeLink): Promise<string> {
    if (email === null) throw new LinkRefused();
    return this.personalData.decrypt(tenantId, linkEmailPlace(id), email);
  }
}
