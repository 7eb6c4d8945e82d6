import { type BeforeApplicationShutdown, HttpException, Inject, Injectable } from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import type { FastifyRequest } from 'fastify';
import { LOG, type Log } from '../core/log.js';
import { requestContext, type RequestContext } from '../http/request-context.js';
import { type AuditEvent, AuditLogService } from './audit-log.service.js';

/** The same refusals of one person that get a row each; further ones within the window are counted in one row. */
const ROWS_PER_WINDOW = 10;
const WINDOW_MS = 60_000;
const MAX_WINDOWS = 10_000;

interface Window {
  readonly event: AuditEvent;
  readonly timer: NodeJS.Timeout;
  context: RequestContext;
  count: number;
}

/**
 * Leaves a row when a guard refuses someone who is signed in on an audited route: guards come before the interceptor that
 * writes rows. Nobody waits for it, and a flood of refusals becomes few rows.
 */
@Injectable()
export class AuditRefusalsService implements BeforeApplicationShutdown {
  private readonly expected = new WeakMap<object, AuditAction>();
  private readonly windows = new Map<string, Window>();
  private readonly underway = new Set<Promise<void>>();

  constructor(
    private readonly auditLog: AuditLogService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** It is known who calls an audited route: a refusal of it is to be recorded. */
  expect(request: FastifyRequest, action: AuditAction): void {
    this.expected.set(request, action);
  }

  /** The request has come to its handler. */
  forget(request: FastifyRequest): void {
    this.expected.delete(request);
  }

  /** Called with every error that is about to be answered. */
  note(request: FastifyRequest, error: Error): void {
    const action = this.expected.get(request);
    if (action === undefined) return;
    this.expected.delete(request);
    const context = requestContext(request);
    const event = refusalEvent(action, error);
    const window = this.windowOf(context, event);
    if (!window) return;
    window.count += 1;
    window.context = context;
    if (window.count <= ROWS_PER_WINDOW) this.write(context, event);
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const key of [...this.windows.keys()]) this.close(key);
    await Promise.allSettled(this.underway);
  }

  private windowOf(context: RequestContext, event: AuditEvent): Window | undefined {
    const key = [context.tenantId, context.actor.id, event.action, event.reason].join('\n');
    const known = this.windows.get(key);
    if (known) return known;
    if (this.windows.size >= MAX_WINDOWS) {
      this.log.error({ event: 'audit.overflow', dropped: 1 });
      return undefined;
    }
    const timer = setTimeout(() => this.close(key), WINDOW_MS).unref();
    const window = { event, timer, context, count: 0 };
    this.windows.set(key, window);
    return window;
  }

  private close(key: string): void {
    const window = this.windows.get(key);
    if (!window) return;
    this.windows.delete(key);
    clearTimeout(window.timer);
    const further = window.count - ROWS_PER_WINDOW;
    if (further > 0) this.write(window.context, { ...window.event, after: { further } });
  }

  private write(context: RequestContext, event: AuditEvent): void {
    const writing = this.auditLog.record(context, event).catch((error: unknown) => {
      this.log.error({ event: 'audit.write_failed', action: event.action, err: error });
    });
    this.underway.add(writing);
    void writing.then(() => this.underway.delete(writing)); // never rejects
  }
}

/** A request to an audited route that came to nothing. */
export function refusalEvent(action: AuditAction, error: unknown): AuditEvent {
  const expected = error instanceof HttpException && error.getStatus() < 500;
  return expected
    ? { action, outcome: 'refused', reason: error.message }
    : { action, outcome: 'failed', reason: 'error' };
}
