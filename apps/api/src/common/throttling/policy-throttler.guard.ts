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

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const policy = this.policyOf(context);
    if (policy === 'none') return true;
    const http = context.switchToHttp();
    await this.enforce(
      policy,
      requestScope(http.getRequest<FastifyRequest>()),
      http.getResponse<FastifyReply>(),
    );
    return true;
  }

  /**
   * Counts one request and sets the response's fields; for callers outside a route, such as a hook that must refuse
   * before the body is read.
   * @throws TooManyRequestsException when the policy, or the ceiling over it, is exhausted
   */
  async enforce(policy: RatePolicyName, visitor: ThrottledVisitor, reply: HeaderSink): Promise<void> {
    const address = throttleAddress(visitor.clientAddress);
    const record = await this.count(policy, `${visitor.tenantId}|${address}`);
    this.setFields(reply, policy, record);
    if (record.isBlocked) this.refuse(policy, record, visitor, reply);
    // Only what the policy let through counts here: a flood at one tenant must not close the others.
    const ceiling = RATE_CEILINGS[policy];
    if (!ceiling) return;
    const overall = await this.count(ceiling, `${ALL_TENANTS}|${address}`);
    if (!overall.isBlocked) return;
    this.setFields(reply, ceiling, overall);
    this.refuse(ceiling, overall, visitor, reply);
  }

  private count(policy: RatePolicyName, key: string): Promise<ThrottlerRecord> {
    const { permits, windowSeconds } = this.policies[policy];
    const ttl = windowSeconds * 1_000;
    return this.storageService.increment(`${policy}|${key}`, ttl, permits, ttl, policy);
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
