import { Injectable } from '@nestjs/common';
import type { OwnedContent } from '@sitedesk/contract/users';
import type { EntityManager } from 'typeorm';

/** One kind of things that belong to users, and how it goes over to another user. */
export interface InheritedContent {
  /** What people call it, in the plural: `articles`. */
  readonly kind: string;
  /** How many of them the accounts own together. */
  count(manager: EntityManager, tenantId: string, accountIds: readonly string[]): Promise<number>;
  /** Part of the transaction that deletes the account `from`. */
  handOver(
    manager: EntityManager,
    tenantId: string,
    parties: { readonly from: string; readonly to: string },
  ): Promise<void>;
}

/**
 * Who inherits what a deleted user owned. Every feature whose things have an owner registers how they are handed over,
 * in its module's `onModuleInit`; nobody is deleted over the heads of such things.
 */
@Injectable()
export class ContentInheritanceService {
  private readonly kinds: InheritedContent[] = [];

  register(content: InheritedContent): void {
    this.kinds.push(content);
  }

  /** What these accounts own together; kinds of which they own nothing are left out. */
  async ownedBy(
    manager: EntityManager,
    tenantId: string,
    accountIds: readonly string[],
  ): Promise<readonly OwnedContent[]> {
    const owned: OwnedContent[] = [];
    for (const content of this.kinds) {
      const count = await content.count(manager, tenantId, accountIds);
      if (count > 0) owned.push({ kind: content.kind, count });
    }
    return owned;
  }

  async handOver(
    manager: EntityManager,
    tenantId: string,
    parties: { readonly from: string; readonly to: string },
  ): Promise<void> {
    for (const content of this.kinds) await content.handOver(manager, tenantId, parties);
  }
}
