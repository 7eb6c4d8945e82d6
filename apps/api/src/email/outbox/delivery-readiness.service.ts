import { type Message, storedMessage } from '@sitedesk/contract/messages';
import { OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import type { EmailProvider } from '../providers/connection-string.js';
import { providerOf, readEmailSettings } from '../providers/email-settings.js';
import { isUnusable, type SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { EMAIL_TARGET } from './email-kind.js';

/** How a tenant's email leaves, and from whom. */
export interface EmailRoute {
  readonly provider: EmailProvider;
  readonly senderEmail: string;
  readonly senderName: string | undefined;
  /** Changes whenever one of the above does. */
  readonly fingerprint: string;
}

/** A tenant's mail cannot be sent with the settings it has; the message says what is missing. */
export class DeliveryNotConfiguredError extends Error {
  constructor(readonly problem: Message) {
    super(problem.text);
    this.name = 'DeliveryNotConfiguredError';
  }
}

/** A permanent refusal is remembered for this long. */
const REFUSAL_COUNTS_MS = 15 * 60_000;

/** Knows, without asking the network, whether a tenant's mail can leave. */
@Injectable()
export class DeliveryReadinessService {
  private readonly states = new Map<string, Promise<JobHold | null>>();
  private readonly requirements: ((values: SettingValues) => unknown)[] = [];

  constructor(
    private readonly settings: SettingsService,
    private readonly manager: EntityManager,
    changes: DatabaseChanges,
  ) {
    changes.on(CHANNELS.tenant, (tenantId) => this.states.delete(tenantId));
    changes.onLost(() => this.states.clear());
  }

  /** Other settings that a site's email needs; the reader throws when they cannot be used. */
  require(reader: (values: SettingValues) => unknown): void {
    this.requirements.push(reader);
  }

  /**
   * The way of an email when everything that emails need is set.
   * @throws DeliveryNotConfiguredError
   */
  route(tenantId: string): Promise<EmailRoute> {
    return this.read(tenantId, this.readRoute);
  }

  /**
   * The way of an email that needs a provider and a sender only.
   * @throws DeliveryNotConfiguredError
   */
  emailRoute(tenantId: string): Promise<EmailRoute> {
    return this.read(tenantId, readEmailRoute);
  }

  /** Why an email sent now is known to fail, or undefined when nothing is known against it. */
  async knownProblem(tenantId: string, nowMs: number): Promise<Message | undefined> {
    const route = await this.route(tenantId).catch(asNotConfigured);
    if (route instanceof DeliveryNotConfiguredError) return route.problem;
    const state = await this.hold(tenantId);
    if (state?.kind !== 'configuration' || state.fingerprint !== route.fingerprint) return undefined;
    const isRecent = nowMs - state.lastAttemptAt.getTime() < REFUSAL_COUNTS_MS;
    return isRecent ? storedMessage(state.detail, state.detailCode) : undefined;
  }

  /** The same function each time: settings remember what a reader has made of them. */
  private readonly readRoute = (values: SettingValues): EmailRoute => {
    const route = values.read(readEmailRoute);
    for (const reader of this.requirements) values.read(reader);
    return route;
  };

  private async read<Route>(tenantId: string, reader: (values: SettingValues) => Route): Promise<Route> {
    const values = await this.settings.values(tenantId);
    try {
      return values.read(reader);
    } catch (error) {
      throw isUnusable(error) ? new DeliveryNotConfiguredError(error.fault) : error;
    }
  }

  /** What is known against the provider; null when nothing is. */
  hold(tenantId: string): Promise<JobHold | null> {
    const known = this.states.get(tenantId);
    if (known) return known;
    const loading = this.manager.findOneBy(JobHold, { tenantId, target: EMAIL_TARGET });
    this.states.set(tenantId, loading);
    loading.catch(() => this.states.delete(tenantId));
    return loading;
  }
}

/** For `catch`: the way that there is not, as a value. */
export function asNotConfigured(error: unknown): DeliveryNotConfiguredError {
  if (error instanceof DeliveryNotConfiguredError) return error;
  throw error;
}

/** A route that a site has set, as an email keeps it that must leave by it whatever is set in the meantime. */
export interface KeptRoute {
  readonly connection: string;
  readonly senderEmail: string;
  readonly senderName: string | undefined;
}

/** The route to keep, of the settings at one moment; undefined when there is none that the site itself has set. */
export function keptRoute(values: SettingValues): KeptRoute | undefined {
  try {
    const { senderEmail, senderName } = values.read(readEmailRoute);
    const connection = values.find('EMAIL', 'ConnectionString');
    return connection?.source === 'database'
      ? { connection: connection.value, senderEmail, senderName }
      : undefined;
  } catch (error) {
    if (error instanceof DeliveryNotConfiguredError || isUnusable(error)) return undefined;
    throw error;
  }
}

export const routeOf = ({ connection, senderEmail, senderName }: KeptRoute): EmailRoute => ({
  provider: { ...providerOf(connection), guarded: true },
  senderEmail,
  senderName,
  fingerprint: emailFingerprint(connection, senderEmail),
});

function readEmailRoute(values: SettingValues): EmailRoute {
  const { provider, senderEmail, senderName } = values.read(readEmailSettings);
  if (!provider) throw new DeliveryNotConfiguredError(OUTBOX_TEXTS.providerMissing);
  if (!senderEmail) throw new DeliveryNotConfiguredError(OUTBOX_TEXTS.senderMissing);
  const connection = values.text('EMAIL', 'ConnectionString') ?? '';
  const fingerprint = emailFingerprint(connection, senderEmail);
  return { provider, senderEmail, senderName, fingerprint };
}

/** The same for the same way of sending, so that a failure of one is not taken for a failure of another. */
export const emailFingerprint = (connectionString: string, senderEmail: string): string =>
  createHash('sha256')
    .update(JSON.stringify([connectionString, senderEmail]))
    .digest('base64url');
