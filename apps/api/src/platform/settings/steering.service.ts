import { Inject, Injectable } from '@nestjs/common';
import { type Permission, PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import type { LocalText } from '@sitedesk/contract/preferences';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../core/clock.js';
import { requireRecentSignIn } from '../http/access-refusals.js';
import { requireAllOf } from '../http/permission-grants.js';
import type { RequestContext } from '../http/request-context.js';
import type { SettingValues } from './setting-values.js';

const EVERYTHING: readonly Permission[] = PERMISSION_MATRIX.map(({ permission }) => permission);

interface SteeringRule {
  /** What someone could gain by the change, so that who makes it must hold it. Null: nothing, anyone may make it. */
  readonly gains: readonly Permission[] | null;
  /** Whether all administrators hear of it. */
  readonly isAnnounced: boolean;
}

/** What a setting or an object decides for others. */
const RULES = {
  /** Nothing that would help anyone. */
  nothing: { gains: null, isAnnounced: false },
  /** Where the links of emails lead: with such a link, any account can be taken over. */
  links: { gains: EVERYTHING, isAnnounced: true },
  /** Through whose server emails go, those with links among them. */
  email: { gains: EVERYTHING, isAnnounced: true },
  /** Code on the site's pages, which can be those of the administration. */
  scripts: { gains: EVERYTHING, isAnnounced: true },
  /** Who can sign in, and how. What groups give is the provider's own rule. */
  'sign-in': { gains: [], isAnnounced: true },
  /** Who reads visitors' messages. The former recipient hears of it. */
  messages: { gains: ['contacts.manage'], isAnnounced: false },
  /** When messages, and what is known of their way, are deleted. */
  deletion: { gains: ['contacts.manage'], isAnnounced: false },
  /** When it can no longer be seen who did what. */
  evidence: { gains: [], isAnnounced: true },
  /** Where the site says what happens on it. Who sends messages in full has to be one who reads them. */
  webhooks: { gains: [], isAnnounced: true },
  /** Where links to the site lead, those to drafts among them: who gets such a link reads what it shows. */
  'site-links': { gains: ['pages.view', 'pages.publish'], isAnnounced: true },
  /** Where texts and pictures go that people work on, and messages that they reply to. */
  texts: { gains: ['pages.view', 'files.read', 'contacts.manage'], isAnnounced: true },
  /** Where all files are, so who reads them and could exchange them: code of applications is among them. */
  files: { gains: ['files.read', 'files.manage', 'deployments.manage'], isAnnounced: true },
  /** Where visitors' addresses go. */
  'mailing-list': { gains: ['contacts.manage'], isAnnounced: true },
  /** Whether others look at what is published. */
  approval: { gains: ['pages.publish', 'pages.review'], isAnnounced: true },
  /** Which code all public pages run. That is what managing layouts allows, so nothing more is needed. */
  layout: { gains: ['layouts.manage'], isAnnounced: true },
  /** Which programs put code on the site's pages without a key. */
  publishing: { gains: ['deployments.manage'], isAnnounced: true },
  /** A stored secret that opens no account. */
  credential: { gains: [], isAnnounced: false },
} as const satisfies Readonly<Record<string, SteeringRule>>;

/** What a setting or an object steers. Each one says so; the rule is {@link SteeringService}'s. */
export type Steering = keyof typeof RULES;

/** A change of something that steers, for the people concerned. */
export interface SteeringChange {
  readonly context: RequestContext;
  readonly steering: Steering;
  /** What was changed, in words of the interface. */
  readonly what: LocalText;
  /** The settings before, when they were changed: the news must not leave through what was just set. */
  readonly before?: SettingValues;
}

/** Part of the transaction of the change. */
type SteeringListener = (manager: EntityManager, change: SteeringChange) => Promise<void>;

/**
 * The one rule for everything that steers where a link, an email, a credential or a script goes: anyone who changes it holds
 * all that it could give them, has signed in recently, is not an API token, and the people concerned hear of it. Chains
 * of allowed changes would be a way to more permissions otherwise.
 */
@Injectable()
export class SteeringService {
  private readonly listeners: SteeringListener[] = [];

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** For features, in the constructor of a service. */
  onChange(listener: SteeringListener): void {
    this.listeners.push(listener);
  }

  /**
   * Before the change. A command has no caller: anyone who can run one has the database.
   * @throws SessionRequired, RecentSignInMissing, PermissionsMissing
   */
  require({ caller }: RequestContext, steering: Steering): void {
    const { gains } = RULES[steering];
    if (gains === null || !caller) return;
    requireRecentSignIn(caller, this.clock.now());
    requireAllOf(caller, gains);
  }

  /** As part of the transaction of the change. Of a command nobody hears: it is the operator's. */
  async changed(manager: EntityManager, change: SteeringChange): Promise<void> {
    if (!RULES[change.steering].isAnnounced || !change.context.caller) return;
    for (const listener of this.listeners) await listener(manager, change);
  }
}
