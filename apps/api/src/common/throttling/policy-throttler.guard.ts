import { type ExecutionContext, Inject, Injectable, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { RATE_CEILINGS, type RatePolicies, type RatePolicyName } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throttleAddress } from '../client-address.js';
import { requestScope, type RequestScope } from '../request-scope.js';
import { rateLimitField, rateLimitPolicyField } from './rate-limit-fields.js';
import { ThrottlePolicy } from './throttle-policy.decorator.js';
import { MemoryThrottlerStorage } from './memory-throttler.storage.js';
import type { ThrottlerRecord } from './throttler-record.js';
import { TooManyRequestsException } from './too-many-requests.exception.js';

/** Injection token of the {@link RatePolicies} in force. */
export const RATE_POLICIES = Symbol('RatePolicies');

/** Injection token of an optional {@link RateLimitListener}. */
export const RATE_LIMIT_LISTENER = Symbol('RateLimitListener');

/** Told of every refusal, for the audit. Called within the request: it must neither wait nor throw. */
export interface RateLimitListener {
  /** @param address the visitor's, not the network it is counted under */
  refused(policy: RatePolicyName, tenantId: string, address: string): void;
}

/** Who is counted: the parts of the request's scope that enter the key, and nothing else of the request. */
export type ThrottledVisitor = Pick<RequestScope, 'tenantId' | 'clientAddress'>;

/** The part of a reply that is written to. */
export interface HeaderSink {
  header(name: string, value: string): unknown;
}

/** Stands for "all tenants" in the key of a ceiling. */
const ALL_TENANTS = '*';

/**
 * Counts a request against the one policy its route names, per tenant and visitor's address, and refuses what is over.
 * Must run after the guard that sets the request's scope and before all others (D5).
 *
 * The library's own guard evaluates every policy on every route, sends `X-RateLimit-*` and hashes its keys; of it the
 * injected options and storage are kept.
 */
@Injectable()
export class PolicyThrottlerGuard extends ThrottlerGuard {
  private readonly policyFields = new Map<RatePolicyName, string>();
  private readonly routePolicies = new WeakMap<object, RatePolicyName | 'none'>();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    @Inject(RATE_POLICIES) private readonly policies: RatePolicies,
    @Optional() @Inject(RATE_LIMIT_LISTENER) private readonly listener?: RateLimitListener,
  ) {
    super(options, storage, reflector);
  }

  /** Answers at once when the counters are in this process: waiting for nothing costs as much as counting. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    // The library promises a promise, but Nest takes a plain answer as well, without a turn of the event loop.
    return this.decide(context) as Promise<boolean>;
  }

  private decide(context: ExecutionContext): boolean | Promise<boolean> {
    const policy = this.policyOf(context);
    if (policy === 'none') return true;
    const http = context.switchToHttp();
    const scope = requestScope(http.getRequest<FastifyRequest>());
    const enforced = this.enforce(policy, scope, http.getResponse<FastifyReply>());
    return enforced ? enforced.then(() => true) : true;
  }

  /**
   * Counts one request and sets the response's fields; for callers outside a route, such as a hook that must refuse
   * before the body is read.
   * @throws TooManyRequestsException when the policy, or the ceiling over it, is exhausted
   */
  enforce(policy: RatePolicyName, visitor: ThrottledVisitor, reply: HeaderSink): Promise<void> | undefined {
    const address = throttleAddress(visitor.clientAddress);
    return whenCounted(this.count(policy, `${visitor.tenantId}|${address}`), (record) => {
      this.setFields(reply, policy, record);
      if (record.isBlocked) this.refuse(policy, record, visitor, reply);
      // Only what the policy let through counts here: a flood at one tenant must not close the others.
      const ceiling = RATE_CEILINGS[policy];
      return ceiling && this.enforceCeiling(ceiling, address, visitor, reply);
    });
  }

  private enforceCeiling(
    ceiling: RatePolicyName,
    address: string,
    visitor: ThrottledVisitor,
    reply: HeaderSink,
  ): Promise<void> | undefined {
    return whenCounted(this.count(ceiling, `${ALL_TENANTS}|${address}`), (overall) => {
      if (!overall.isBlocked) return undefined;
      this.setFields(reply, ceiling, overall);
      return this.refuse(ceiling, overall, visitor, reply);
    });
  }

  private count(policy: RatePolicyName, key: string): ThrottlerRecord | Promise<ThrottlerRecord> {
    const { permits, windowSeconds } = this.policies[policy];
    const ttl = windowSeconds * 1_000;
    const storage = this.storageService;
    if (storage instanceof MemoryThrottlerStorage) return storage.count(`${policy}|${key}`, ttl, permits);
    return storage.increment(`${policy}|${key}`, ttl, permits, ttl, policy);
  }

  private setFields(reply: HeaderSink, policy: RatePolicyName, record: ThrottlerRecord): void {
    const remaining = Math.max(this.policies[policy].permits - record.totalHits, 0);
    reply.header('RateLimit-Policy', this.policyField(policy));
    reply.header('RateLimit', rateLimitField(policy, remaining, record.timeToExpire));
  }

  private refuse(
    policy: RatePolicyName,
    record: ThrottlerRecord,
    visitor: ThrottledVisitor,
    reply: HeaderSink,
  ): never {
    reply.header('Retry-After', String(record.timeToBlockExpire));
    this.listener?.refused(policy, visitor.tenantId, visitor.clientAddress);
    throw new TooManyRequestsException(policy, record.timeToBlockExpire);
  }

  private policyField(policy: RatePolicyName): string {
    const known = this.policyFields.get(policy);
    if (known !== undefined) return known;
    const field = rateLimitPolicyField(policy, this.policies[policy]);
    this.policyFields.set(policy, field);
    return field;
  }

  /** Reading decorators costs more than counting does, so the answer is kept per handler. */
  private policyOf(context: ExecutionContext): RatePolicyName | 'none' {
    const handler = context.getHandler();
    const known = this.routePolicies.get(handler);
    if (known !== undefined) return known;
    const policy = this.reflector.getAllAndOverride(ThrottlePolicy, [handler, context.getClass()]) ?? 'none';
    this.routePolicies.set(handler, policy);
    return policy;
  }
}

/** Goes on at once with a count that is there, and later with one that is on its way. */
function whenCounted(
  count: ThrottlerRecord | Promise<ThrottlerRecord>,
  goOn: (record: ThrottlerRecord) => Promise<void> | undefined,
): Promise<void> | undefined {
  return count instanceof Promise ? count.then(goOn) : goOn(count);
}
