import { HttpStatus } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract';
import { ProblemException } from '../common/problem.js';
import type { Principal } from './principal.js';

/** A person's own affairs, and risky acts, are not for programs (403). */
export class ForPeopleOnly extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'sign-in-required', 'API tokens cannot do this. Sign in.');
  }
}

/** The person signed in too long ago for a risky act (403, ID-18). */
export class RecentSignInMissing extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'recent-sign-in-required', 'Confirm that it is you before you do this.');
  }
}

/**
 * What `@RecentSignIn()` asks for; for services where only some of what a route takes is risky.
 * @throws RecentSignInMissing, ForPeopleOnly
 */
export function requireRecentSignIn(principal: Principal, now: number): void {
  if (principal.kind === 'token') throw new ForPeopleOnly();
  const age = now - principal.authenticatedAt.getTime();
  if (age > IDENTITY_LIMITS.recentSignInSeconds * 1_000) throw new RecentSignInMissing();
}
