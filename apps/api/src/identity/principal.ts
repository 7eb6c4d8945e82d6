import { createParamDecorator, type ExecutionContext, HttpStatus } from '@nestjs/common';
import type { Permission, SignInMethod } from '@sitedesk/contract';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../common/problem.js';
import type { SessionKind } from './session.entity.js';

/** A role as it stands on an account. */
export interface HeldRole {
  /** Name of a built-in role, or the id of a role of the tenant. */
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

interface PrincipalBase {
  readonly tenantId: string;
  readonly accountId: string;
  readonly displayName: string;
  /** Ciphertext; `AccountsService.emailOf` opens it. */
  readonly email: string;
  readonly roles: readonly HeldRole[];
  readonly permissions: ReadonlySet<Permission>;
  /** Whether groups at a directory, and the roles that come from them, are to be read again first (ID-20). */
  readonly groupsDue: boolean;
}

/** Signed in with a session cookie. */
export interface SessionPrincipal extends PrincipalBase {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly sessionKind: SessionKind;
  readonly csrfToken: string;
  readonly methods: readonly SignInMethod[];
  /** The identity at a provider that the session came through, and ends with. */
  readonly identityId: string | null;
  readonly authenticatedAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** Whether the account has a second factor or a passkey set up. */
  readonly twoFactor: boolean;
  /** Whether the password is long enough only together with a second factor (ID-01). */
  readonly shortPassword: boolean;
}

/** A program with an API token; never more than the token's permissions, nor than its owner's. */
export interface TokenPrincipal extends PrincipalBase {
  readonly kind: 'token';
  readonly tokenId: string;
}

/** Whoever a request comes from, once it is known. */
export type Principal = SessionPrincipal | TokenPrincipal;

const principals = new WeakMap<object, Principal>();

export function setPrincipal(request: FastifyRequest, principal: Principal): void {
  principals.set(request, principal);
}

/** Undefined on public routes. */
export const findPrincipal = (request: FastifyRequest): Principal | undefined => principals.get(request);

/** @throws Error on a public route, where there is none */
export function principalOf(request: FastifyRequest): Principal {
  const principal = principals.get(request);
  if (!principal) throw new Error('The access guard has not admitted anybody for this request.');
  return principal;
}

/** Whoever calls the route at hand. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal =>
  principalOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The route is for people who are signed in, whatever the API token that called it may do (403). */
export class SessionRequired extends ProblemException {
  constructor() {
    super(
      HttpStatus.FORBIDDEN,
      'sign-in-required',
      'This is for people who are signed in, not for API tokens.',
    );
  }
}

/**
 * The session of the route at hand.
 * @throws SessionRequired
 */
export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SessionPrincipal => {
    const principal = principalOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (principal.kind !== 'session') throw new SessionRequired();
    return principal;
  },
);
