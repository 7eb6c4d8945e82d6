import { HttpStatus } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { type Permission, PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { TWO_FACTOR_TEXTS } from '@sitedesk/contract/two-factor';
import type { Principal } from './principal.js';
import { ProblemException } from './problem.js';

/** Nobody is signed in (401); never a redirect. */
export class SignInRequired extends ProblemException {
  constructor() {
    super(HttpStatus.UNAUTHORIZED, 'sign-in-required', 'Sign in to continue.');
  }
}

/** The person may not do this (403). Names what is missing and who has it. */
export class PermissionMissing extends ProblemException {
  constructor(permission: Permission) {
    const row = PERMISSION_MATRIX.find((each) => each.permission === permission);
    super(HttpStatus.FORBIDDEN, 'permission-missing', `You don’t have the permission "${row?.feature}".`, {
      permission,
      feature: row?.feature,
      grantedBy: row?.roles ?? [],
    });
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

/** The route is for people who are signed in, whatever the API token that called it may do (403). */
export class SessionRequired extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'sign-in-required', 'API tokens can’t do this. Sign in instead.');
  }
}

/** The person signed in too long ago for a sensitive action (403). */
export class RecentSignInMissing extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'recent-sign-in-required', 'Confirm it’s you first.');
  }
}

/**
 * What `@RecentSignIn()` asks for; for services where only some of what a route takes is risky.
 * @throws RecentSignInMissing, SessionRequired
 */
export function requireRecentSignIn(principal: Principal, now: number): void {
  if (principal.kind === 'token') throw new SessionRequired();
  const age = now - principal.authenticatedAt.getTime();
  if (age > IDENTITY_LIMITS.recentSignInSeconds * 1_000) throw new RecentSignInMissing();
}
