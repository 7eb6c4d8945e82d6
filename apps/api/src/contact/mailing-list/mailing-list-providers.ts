import { Injectable } from '@nestjs/common';
import type { MailingListProviderName } from '@sitedesk/contract/mailing-list';
import { MailchimpProvider } from './mailchimp.provider.js';
import type { MailingListProvider } from './mailing-list-provider.js';

/** The services that are spoken. A new one: a class, a name in the contract, a line here. */
@Injectable()
export class MailingListProviders {
  private readonly byName: Readonly<Record<MailingListProviderName, MailingListProvider>>;

  constructor(mailchimp: MailchimpProvider) {
    this.byName = { mailchimp };
  }

  get(name: MailingListProviderName): MailingListProvider {
    return this.byName[name];
  }
}
