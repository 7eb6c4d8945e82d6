import { Inject, Injectable } from '@nestjs/common';
import type { EncryptionKey } from '@sitedesk/contract/encryption-key';
import { randomBytes } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { AccountKey } from './account-key.entity.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';

const KEY_BYTES = 32;
const place = (accountId: string): string => `account_key/key/${accountId}`;

/**
 * The specification's GetEncryptionKey (4.6), made sound: a random key of one account at one tenant, with which
 * its browsers encrypt the drafts they keep on the person's machine, so that nobody else who uses the machine can read
 * them once the session is over. It protects nothing that the server stores, and is derived from no other key.
 */
@Injectable()
export class AccountKeysService {
  constructor(
    private readonly manager: EntityManager,
    private readonly personalData: PersonalDataService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The account's key; created on first use. */
  async get(tenantId: string, accountId: string): Promise<EncryptionKey> {
    const row = (await this.find(tenantId, accountId)) ?? (await this.make(tenantId, accountId));
    return {
      algorithm: 'AES-GCM',
      key: await this.personalData.decrypt(tenantId, place(accountId), row.key),
      createdAt: row.createdAt.toISOString(),
    };
  }

  private find(tenantId: string, accountId: string): Promise<AccountKey | null> {
    return this.manager.findOneBy(AccountKey, { tenantId, accountId });
  }

  /** Of two browsers that ask at once, both get what the first one stored. */
  private async make(tenantId: string, accountId: string): Promise<AccountKey> {
    const text = randomBytes(KEY_BYTES).toString('base64');
    const key = await this.personalData.encrypt(tenantId, place(accountId), text);
    const row = { accountId, tenantId, key, createdAt: new Date(this.clock.now()) };
    await this.manager.createQueryBuilder().insert().into(AccountKey).values(row).orIgnore().execute();
    return this.manager.findOneByOrFail(AccountKey, { tenantId, accountId });
  }
}
