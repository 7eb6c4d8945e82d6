import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { readRecipient } from '../contact/contact-settings.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { unavailableAware } from '../database/sql.js';
import type { EmailProvider } from '../email/connection-string.js';
import { readEmailSettings } from '../email/email-settings.js';
import { SecretUnreadableError } from '../keys/key-ring.js';
import { SettingInvalidError, type SettingValues } from '../settings/setting-values.js';
import { SettingsService } from '../settings/settings.service.js';
import { ProviderState } from './provider-state.entity.js';

/** How a tenant's mail leaves, and from whom. */
export interface MailRoute {
  readonly provider: EmailProvider;
  readonly senderEmail: string;
  readonly senderName: string | undefined;
  /** Changes whenever one of the above does. */
  readonly fingerprint: string;
}

/** Everything that is needed to send a tenant's notification. */
export interface DeliveryRoute extends MailRoute {
  readonly recipient: string;
}

/** A tenant's mail cannot be sent with the settings it has; the message says what is missing. */
export class DeliveryNotConfiguredError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeliveryNotConfiguredError';
  }
}

/** A permanent refusal is news for this long (D1). */
const REFUSAL_COUNTS_MS = 15 * 60_000;

/** Knows, without asking the network, whether a tenant's mail can leave (D1). */
@Injectable()
export class DeliveryReadiness {
  private readonly states = new Map<string, Promise<ProviderState | null>>();

  constructor(
    private readonly settings: SettingsService,
    @InjectRepository(ProviderState) private readonly providerStates: Repository<ProviderState>,
    changes: DatabaseChanges,
  ) {
    changes.on(CHANNELS.tenant, (tenantId) => this.states.delete(tenantId));
    changes.onLost(() => this.states.clear());
  }

  /** @throws DeliveryNotConfiguredError */
  route(tenantId: string): Promise<DeliveryRoute> {
    return this.read(tenantId, readRoute);
  }

  /**
   * The way for mails to anybody else than the one who is told of messages.
   * @throws DeliveryNotConfiguredError
   */
  mailRoute(tenantId: string): Promise<MailRoute> {
    return this.read(tenantId, readMailRoute);
  }

  /** Why a mail sent now is known to fail, or undefined when there is no such news. */
  async knownProblem(tenantId: string, nowMs: number): Promise<string | undefined> {
    const route = await this.route(tenantId).catch(asNotConfigured);
    if (route instanceof DeliveryNotConfiguredError) return route.message;
    const state = await this.state(tenantId);
    if (state?.kind !== 'configuration' || state.fingerprint !== route.fingerprint) return undefined;
    return nowMs - state.lastAttemptAt.getTime() < REFUSAL_COUNTS_MS ? state.detail : undefined;
  }

  /** Bad news of the provider; null when there is none. */
  news(tenantId: string): Promise<ProviderState | null> {
    return this.state(tenantId);
  }

  private async read<Route>(tenantId: string, reader: (values: SettingValues) => Route): Promise<Route> {
    const values = await this.settings.values(tenantId);
    try {
      return values.read(reader);
    } catch (error) {
      if (error instanceof SettingInvalidError || error instanceof SecretUnreadableError) {
        throw new DeliveryNotConfiguredError(error.message);
      }
      throw error;
    }
  }

  private state(tenantId: string): Promise<ProviderState | null> {
    const known = this.states.get(tenantId);
    if (known) return known;
    const loading = unavailableAware(() => this.providerStates.findOneBy({ tenantId }));
    this.states.set(tenantId, loading);
    loading.catch(() => this.states.delete(tenantId));
    return loading;
  }
}

function asNotConfigured(error: unknown): DeliveryNotConfiguredError {
  if (error instanceof DeliveryNotConfiguredError) return error;
  throw error;
}

function readRoute(values: SettingValues): DeliveryRoute {
  const route = values.read(readMailRoute);
  const { address: recipient } = readRecipient(values);
  if (!recipient) throw new DeliveryNotConfiguredError('No recipient is configured (ContactApi/AdminEmail).');
  return { ...route, recipient };
}

function readMailRoute(values: SettingValues): MailRoute {
  const { provider, senderEmail, senderName } = values.read(readEmailSettings);
  if (!provider)
    throw new DeliveryNotConfiguredError('No mail provider is configured (EMAIL/ConnectionString).');
  if (!senderEmail)
    throw new DeliveryNotConfiguredError('No sender address is configured (EMAIL/SenderEmail).');
  const connection = values.text('EMAIL', 'ConnectionString') ?? '';
  const fingerprint = mailFingerprint(connection, senderEmail);
  return { provider, senderEmail, senderName, fingerprint };
}

/** The same for the same way of sending, so that news of one way is not taken for news of another. */
export const mailFingerprint = (connectionString: string, senderEmail: string): string =>
  createHash('sha256')
    .update(JSON.stringify([connectionString, senderEmail]))
    .digest('base64url');
