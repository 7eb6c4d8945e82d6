import { type EntitySubscriberInterface, EventSubscriber, type InsertEvent, type UpdateEvent } from 'typeorm';
import { Account, nameKeyOf } from './account.entity.js';

/** Keeps an account's `nameKey` beside its display name, no matter who writes it, so that no list is sorted by an old name. */
@EventSubscriber()
export class AccountNameKeySubscriber implements EntitySubscriberInterface<Account> {
  listenTo(): typeof Account {
    return Account;
  }

  beforeInsert({ entity }: InsertEvent<Account>): void {
    entity.nameKey = nameKeyOf(entity.displayName);
  }

  beforeUpdate({ entity }: UpdateEvent<Account>): void {
    if (typeof entity?.['displayName'] === 'string') entity['nameKey'] = nameKeyOf(entity['displayName']);
  }
}
