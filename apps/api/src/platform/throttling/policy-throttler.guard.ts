import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { RATE_CEILINGS, type RatePolicies, type RatePolicyName } from '@sitedesk/contract/rate-policies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { throttleAddress } from '../http/client-address.js';
import { requestContext, type RequestContext } from '../http/request-context.js';
import { rateLimitField, rateLimitPolicyField } from './rate-limit-fields.js';
import { ThrottlePolicy } from './throttle-policy.decorator.js';
import { MemoryThrottlerStorage } from './memory-throttler.storage.js';
import type { ThrottlerRecord } from './throttler-record.js';
import { TooManyRequestsException } from './too-many-requests.exception.js';

/** The library's options, and the policies in force, which the guard below evaluates itself. */
export type PolicyThrottlerOptions = Exclude<ThrottlerModuleOptions, readonly unknown[]> & {
  readonly policies: RatePolicies;
};

/** Who is counted: the parts of the request's scope that enter the key, and nothing else of the request. */
type ThrottledVisitor = Pick<RequestContext, 'tenantId' | 'clientAddress'>;

/** One request, counted. */
export interface RateCount {
  /** The policy that refuses it, else the one it was counted under. */
  readonly policy: RatePolicyName;
  readonly refused: boolean;
  /** Whole seconds until the window ends; 0 unless refused. */
  readonly retryAfterSeconds: number;
  /** Names and values of the response's `RateLimit` fields in turn. */
  readonly fields: readonly string[];
}

/** Whom a request is counted for, where that isn't its visitor's address; undefined where it is. */
type CountedFor = (request: FastifyRequest, visitor: RequestContext) => Promise<string | undefined>;

/** Stands for "all tenants" in the key of a ceiling. */
const ALL_TENANTS = '*';

/**
 * Counts a request against the one policy its route names, per tenant and visitor's address, and refuses what is over.
 * Must run after the guard that sets the request's scope and before all others.
 *
 * The library's own guard evaluates every policy on every route, sends `X-RateLimit-*` and hashes its keys; of it the
 * injected options and storage are kept.
 */
@Injectable()
export class PolicyThrottlerGuard extends ThrottlerGuard {
  private readonly policies: RatePolicies;
  private readonly policyFields = new Map<RatePolicyName, string>();
  private readonly routePolicies = new WeakMap<object, RatePolicyName | 'none'>();
  private readonly handedOver = new WeakMap<IncomingMessage, RateCount>();
  private readonly countedFor = new Map<RatePolicyName, CountedFor>();

  constructor(
    @InjectThrottlerOptions() options: PolicyThrottlerOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
  ) {
    super(options, storage, reflector);
    this.policies = options.policies;
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
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const counted = this.handedOver.get(request.raw);
    if (counted) return admit(counted, reply);
    const visitor = requestContext(request);
    const countedFor = this.countedFor.get(policy);
    if (!countedFor) return this.enforce(policy, visitor, reply);
    return countedFor(request, visitor).then((other) =>
      this.enforce(policy, other === undefined ? visitor : { ...visitor, clientAddress: other }, reply),
    );
  }

  /** For features, in the constructor of a service: counts requests under a policy for someone else than their address. */
  countFor(policy: RatePolicyName, countedFor: CountedFor): void {
    this.countedFor.set(policy, countedFor);
  }

  /**
   * Counts one request and sets the response's fields; also for a hook that has to refuse before the body is read.
   * @throws TooManyRequestsException when the policy, or the ceiling over it, is exhausted
   */
  enforce(
    policy: RatePolicyName,
    visitor: ThrottledVisitor,
    reply: FastifyReply,
  ): boolean | Promise<boolean> {
    return whenCounted(this.count(policy, visitor), (count) => admit(count, reply));
  }

  /** Counts one request under a policy and, unless that refuses it, under the ceiling over it. */
  count(policy: RatePolicyName, visitor: ThrottledVisitor): RateCount | Promise<RateCount> {
    const address = throttleAddress(visitor.clientAddress);
    return whenCounted(this.hits(policy, `${visitor.tenantId}|${address}`), (record) => {
      const count = this.rateCount(policy, record);
      const ceiling = RATE_CEILINGS[policy];
      // Only what the policy let through counts here: a flood at one tenant must not close the others.
      if (count.refused || !ceiling) return count;
      return whenCounted(this.hits(ceiling, `${ALL_TENANTS}|${address}`), (overall) =>
        overall.isBlocked ? this.rateCount(ceiling, overall) : count,
      );
    });
  }

  /** Keeps a count for the guard, which will meet the same request and must not count it twice. */
  handOver(request: IncomingMessage, count: RateCount): void {
    this.handedOver.set(request, count);
  }

  private hits(policy: RatePolicyName, key: string): ThrottlerRecord | Promise<ThrottlerRecord> {
    const { permits, windowSeconds } = this.policies[policy];
    const ttl = windowSeconds * 1_000;
    const storage = this.storageService;
    if (storage instanceof MemoryThrottlerStorage) return storage.count(`${policy}|${key}`, ttl, permits);
    return storage.increment(`${policy}|${key}`, ttl, permits, ttl, policy);
  }

  private rateCount(policy: RatePolicyName, record: ThrottlerRecord): RateCount {
    const remaining = Math.max(this.policies[policy].permits - record.totalHits, 0);
    return {
      policy,
      refused: record.isBlocked,
      retryAfterSeconds: record.timeToBlockExpire,
      fields: [
        'ratelimit-policy',
        this.policyField(policy),
        'ratelimit',
        rateLimitField(policy, remaining, record.timeToExpire),
      ],
    };
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

/** Goes on at once with what is there, and later with what is on its way. */
function whenCounted<Count, Result>(
  count: Count | Promise<Count>,
  goOn: (count: Count) => Result | Promise<Result>,
): Result | Promise<Result> {
  return count instanceof Promise ? count.then(goOn) : goOn(count);
}

function admit(count: RateCount, reply: FastifyReply): true {
  const { fields, refused, policy, retryAfterSeconds } = count;
  for (let index = 0; index < fields.length; index += 2) reply.header(fields[index] ?? '', fields[index + 1]);
  if (!refused) return true;
  reply.header('retry-after', String(retryAfterSeconds));
  throw new TooManyRequestsException(policy, retryAfterSeconds);
}
