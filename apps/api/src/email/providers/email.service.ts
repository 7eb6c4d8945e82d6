import type { MailerService } from '@nestjs-modules/mailer';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { createHash } from 'node:crypto';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { classifyDeliveryError, DeliveryError } from './delivery-error.js';
import { tidyDetail } from './delivery-detail.js';
import { type EmailProvider, secretsOf } from './email-provider.js';
import { emailOptions } from './email-options.js';
import type { DeliveryReceipt, OutgoingEmail } from './outgoing-email.js';
import { createTransport } from './transports/create-transport.js';
import type { DeliveryLimits } from './transports/email-transport.js';

/** Injection token of the {@link DeliveryLimits}; tests override it. */
export const EMAIL_LIMITS = Symbol('DeliveryLimits');

/** Tenants whose connections are kept open; the one that has been silent longest gives way. */
export const MAX_OPEN_TRANSPORTERS = 200;

/** Hands emails to the tenants' providers, over connections that are kept while a tenant's configuration stays the same. */
@Injectable()
export class EmailService implements OnModuleDestroy {
  /** Transporter name by tenant, the most recently used one last. */
  private readonly open = new Map<string, string>();
  private mailer: Promise<MailerService> | undefined;

  constructor(
    private readonly loader: LazyModuleLoader,
    private readonly outbound: OutboundService,
    @Inject(EMAIL_LIMITS) private readonly limits: DeliveryLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * One attempt to hand over an email; it ends within 60 seconds. That the provider took it is all that is known then.
   * @throws DeliveryError and nothing else
   */
  async send(tenantId: string, provider: EmailProvider, mail: OutgoingEmail): Promise<DeliveryReceipt> {
    const secrets = secretsOf(provider);
    const signal = AbortSignal.timeout(this.limits.totalMs);
    try {
      const mailer = await this.loadMailer();
      const info: unknown = await mailer.sendMail({
        ...emailOptions(mail),
        signal,
        transporterName: this.transporter(mailer, tenantId, provider),
      });
      const { response, providerId } = readInfo(info);
      return { provider: provider.kind, providerId, response: tidyDetail(response, secrets) };
    } catch (error) {
      const failure = classifyDeliveryError(signal.aborted ? this.outOfTime(error) : error, secrets);
      throw new DeliveryError(failure, { cause: error });
    }
  }

  /** Number of tenants with a transporter. */
  get openTransporters(): number {
    return this.open.size;
  }

  /** A lazily loaded module gets no lifecycle events, so its connections are closed here. */
  async onModuleDestroy(): Promise<void> {
    const mailer = await this.mailer;
    for (const name of this.open.values()) mailer?.removeTransporter(name);
    this.open.clear();
  }

  /** The name of the tenant's transporter; one with an older configuration finishes what it sends and closes. */
  private transporter(mailer: MailerService, tenantId: string, provider: EmailProvider): string {
    const name = `${tenantId}:${fingerprint(provider)}`;
    const current = this.open.get(tenantId);
    if (current !== name) {
      if (current) mailer.removeTransporter(current);
      mailer.addTransporter(name, createTransport(provider, this.limits, this.outbound, this.clock));
    }
    this.open.delete(tenantId);
    this.open.set(tenantId, name);
    this.closeOldest(mailer);
    return name;
  }

  private closeOldest(mailer: MailerService): void {
    for (const [tenantId, name] of this.open) {
      if (this.open.size <= MAX_OPEN_TRANSPORTERS) return;
      mailer.removeTransporter(name);
      this.open.delete(tenantId);
    }
  }

  private loadMailer(): Promise<MailerService> {
    this.mailer ??= loadMailer(this.loader);
    // A load that failed is tried again with the next mail.
    this.mailer.catch(() => (this.mailer = undefined));
    return this.mailer;
  }

  private outOfTime(cause: unknown): Error {
    const seconds = Math.ceil(this.limits.totalMs / 1000);
    const error = new Error(`The provider didn’t finish within ${seconds} seconds.`, { cause });
    return Object.assign(error, { code: 'ETIMEDOUT' });
  }
}

async function loadMailer(loader: LazyModuleLoader): Promise<MailerService> {
  const { LazyMailerModule, MailerService: service } = await import('./mailer.lazy-module.js');
  const module = await loader.load(() => LazyMailerModule, { logger: false });
  return module.get(service, { strict: false });
}

/** Only kept in memory, and hashed there too, because it ends up in names. */
function fingerprint(provider: EmailProvider): string {
  return createHash('sha256').update(JSON.stringify(provider)).digest('base64url');
}

function readInfo(info: unknown): { readonly response: string; readonly providerId: string | undefined } {
  const text = (name: string): string | undefined => {
    const value: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return { response: text('response') ?? '', providerId: text('providerId') ?? text('serverMessageId') };
}
