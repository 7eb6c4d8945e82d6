import { type ExecutionContext, ForbiddenException, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { CSRF_HEADER } from '@sitedesk/contract/identity';
import type { FastifyRequest } from 'fastify';
import { AuditRefusalsService } from '../../platform/audit/audit-refusals.service.js';
import { AUDITED, type AuditMark } from '../../platform/audit/audited.js';
import {
  type Access,
  ACCESS,
  KEY_PURPOSE,
  RECENT_SIGN_IN,
  type RecentSignInRule,
  type SignInStage,
} from '../../platform/http/access.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { routeMetadata } from '../../platform/http/route-metadata.js';
import { secretsEqual } from '../../platform/core/secrets-equal.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import type { KeyPurpose, Principal, SessionPrincipal } from '../../platform/http/principal.js';
import { admitCaller } from '../../platform/http/request-context.js';
import {
  ForgedRequest,
  PermissionMissing,
  requireRecentSignIn,
  SecondFactorMissing,
  SessionRequired,
  SignInRequired,
} from '../../platform/http/access-refusals.js';
import { isSameOrigin } from '../../platform/tenancy/same-origin.guard.js';
import { SESSION_STRATEGY } from './session.strategy.js';
import { TwoFactorRequirementService } from '../sessions/two-factor-requirement.service.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The one guard of who may call what: refuses every route that does not say so, finds out who calls, and checks
 * what the route asks for. A session's request that changes something must carry the session's anti-forgery token and
 * come from the site's own pages.
 */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION_STRATEGY) {
  private readonly accessOf: (context: ExecutionContext) => Access | undefined;
  private readonly recentSignInOf: (context: ExecutionContext) => RecentSignInRule | undefined;
  private readonly purposeOf: (context: ExecutionContext) => KeyPurpose | undefined;
  private readonly auditOf: (context: ExecutionContext) => AuditMark | undefined;

  constructor(
    reflector: Reflector,
    private readonly tenants: TenantsService,
    private readonly requirement: TwoFactorRequirementService,
    private readonly refusals: AuditRefusalsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
    this.accessOf = routeMetadata(reflector, ACCESS);
    this.recentSignInOf = routeMetadata(reflector, RECENT_SIGN_IN);
    this.purposeOf = routeMetadata(reflector, KEY_PURPOSE);
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
    if (principal.kind === 'token' && principal.key && principal.key.purpose !== this.purposeOf(context))
      throw new SignInRequired();
    admitCaller(request, principal);
    const audit = this.auditOf(context);
    if (audit?.kind === 'audited') this.refusals.expect(request, audit.action);
    if (principal.kind === 'session') {
      await this.requireOwnPage(request, principal);
      await this.requireStage(principal, access.kind === 'authenticated' ? access.stage : 'complete');
    }
    if (principal.kind === 'token' && access.kind === 'authenticated') throw new SessionRequired();
    const recent = this.recentSignInOf(context);
    if (recent && !(recent.tokens && principal.kind === 'token'))
      requireRecentSignIn(principal, this.clock.now());
    if (access.kind === 'permission' && !access.anyOf.some((each) => principal.permissions.has(each))) {
      throw new PermissionMissing(access.anyOf[0]);
    }
    return true;
  }

  private async requireOwnPage(request: FastifyRequest, { csrfToken }: SessionPrincipal): Promise<void> {
    if (SAFE_METHODS.has(request.method)) return;
    const given = request.headers[CSRF_HEADER.toLowerCase()];
    const valid = typeof given === 'string' && secretsEqual(given, csrfToken);
    if (!valid || !(await isSameOrigin(request, this.tenants))) throw new ForgedRequest();
  }

  private async requireStage(session: SessionPrincipal, stage: SignInStage): Promise<void> {
    if ((session.sessionKind === 'pending') !== (stage === 'second-factor')) throw new SignInRequired();
    if (stage !== 'complete') return;
    if (await this.requirement.isUnmet(session.tenantId, session)) throw new SecondFactorMissing();
  }
}
