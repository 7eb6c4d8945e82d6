import { type ExecutionContext, ForbiddenException, HttpStatus, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { CSRF_HEADER, type Permission, PERMISSION_MATRIX, TWO_FACTOR_TEXTS } from '@sitedesk/contract';
import type { FastifyRequest } from 'fastify';
import { isOwnOrigin } from '../antiforgery/same-site.js';
import { AuditRefusals } from '../audit/audit-refusals.service.js';
import { AUDITED, type AuditMark } from '../audit/audited.js';
import { type Access, ACCESS, RECENT_SIGN_IN, type SignInStage } from '../common/access.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ProblemException } from '../common/problem.js';
import { requestScope } from '../common/request-scope.js';
import { routeMetadata } from '../common/route-metadata.js';
import { secretsEqual } from '../common/secrets-equal.js';
import { TenantsService } from '../tenancy/tenants.service.js';
import { type Principal, type SessionPrincipal, setPrincipal } from './principal.js';
import { ForPeopleOnly, requireRecentSignIn } from './recent-sign-in.js';
import { SESSION_STRATEGY } from './session.strategy.js';
import { TwoFactorRequirement } from './two-factor/two-factor-requirement.service.js';

/** Nobody is signed in (401, D15); never a redirect. */
export class SignInRequired extends ProblemException {
  constructor() {
    super(HttpStatus.UNAUTHORIZED, 'sign-in-required', 'Sign in to do this.');
  }
}

/** The person may not do this (403). Names what is missing and who has it (C27). */
export class PermissionMissing extends ProblemException {
  constructor(permission: Permission) {
    const row = PERMISSION_MATRIX.find((each) => each.permission === permission);
    super(HttpStatus.FORBIDDEN, 'permission-missing', `You do not have the permission "${row?.feature}".`, {
      permission,
      feature: row?.feature,
      grantedBy: row?.roles ?? [],
    });
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The one guard of who may call what (D19): refuses every route that does not say so, finds out who calls, and checks
 * what the route asks for. A session's request that changes something must carry the session's anti-forgery token and
 * come from the site's own pages (D17).
 */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION_STRATEGY) {
  private readonly accessOf: (context: ExecutionContext) => Access | undefined;
  private readonly needsRecentSignIn: (context: ExecutionContext) => boolean | undefined;
  private readonly auditOf: (context: ExecutionContext) => AuditMark | undefined;

  constructor(
    reflector: Reflector,
    private readonly tenants: TenantsService,
    private readonly requirement: TwoFactorRequirement,
    private readonly refusals: AuditRefusals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
    this.accessOf = routeMetadata(reflector, ACCESS);
    this.needsRecentSignIn = routeMetadata(reflector, RECENT_SIGN_IN);
    this.auditOf = routeMetadata(reflector, AUDITED);
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.accessOf(context);
    if (!access) throw new ForbiddenException();
    return access.kind === 'public' || this.admit(context, access);
  }

  /** Passport's answer, as our error: whatever went wrong on the way is no "not signed in". */
  override handleRequest<User = Principal>(error: unknown, user: User | false): User {
    if (error) throw error;
    if (!user) throw new SignInRequired();
    return user;
  }

  private async admit(
    context: ExecutionContext,
    access: Exclude<Access, { kind: 'public' }>,
  ): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: Principal }>();
    const principal = request.user;
    setPrincipal(request, principal);
    const audit = this.auditOf(context);
    if (audit?.kind === 'audited') this.refusals.expect(request, audit.action);
    if (principal.kind === 'session') {
      await this.requireOwnPage(request, principal);
      await this.requireStage(principal, access.kind === 'authenticated' ? access.stage : 'complete');
    }
    if (principal.kind === 'token' && access.kind === 'authenticated') throw new ForPeopleOnly();
    if (this.needsRecentSignIn(context)) requireRecentSignIn(principal, this.clock.now());
    if (access.kind === 'permission' && !access.anyOf.some((each) => principal.permissions.has(each))) {
      throw new PermissionMissing(access.anyOf[0]);
    }
    return true;
  }

  private async requireOwnPage(request: FastifyRequest, { csrfToken }: SessionPrincipal): Promise<void> {
    if (SAFE_METHODS.has(request.method)) return;
    const given = request.headers[CSRF_HEADER.toLowerCase()];
    const valid = typeof given === 'string' && secretsEqual(given, csrfToken);
    if (!valid || !(await isFromOwnPage(request, this.tenants))) throw new ForgedRequest();
  }

  private async requireStage(session: SessionPrincipal, stage: SignInStage): Promise<void> {
    if ((session.sessionKind === 'pending') !== (stage === 'second-factor')) throw new SignInRequired();
    if (stage !== 'complete') return;
    if (await this.requirement.isUnmet(session.tenantId, session)) throw new SecondFactorMissing();
  }
}

/** The person's roles demand a second factor, and there is none yet (403). Setting one up is open. */
export class SecondFactorMissing extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'second-factor-required', TWO_FACTOR_TEXTS.required);
  }
}

/** The request does not come from a page of this site (403). */
export class ForgedRequest extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'invalid-anti-forgery-token', 'Reload the page and try again.');
  }
}

/** Whether what the browser says of a request's origin fits the tenant's hosts; also for routes without a session. */
export async function isFromOwnPage(request: FastifyRequest, tenants: TenantsService): Promise<boolean> {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return true;
  const { tenantId, hostname } = requestScope(request);
  const tenant = await tenants.find(tenantId);
  const fetchSite = Array.isArray(site) ? site.join() : site;
  return isOwnOrigin({ origin, fetchSite }, [hostname, ...(tenant?.hostnames ?? [])]);
}
