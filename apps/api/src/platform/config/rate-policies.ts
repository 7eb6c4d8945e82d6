import {
  RATE_POLICY_BOUNDS,
  RATE_POLICY_NAMES,
  type RateEnvironment,
  ratePolicies,
  type RatePolicies,
  type RatePolicy,
  type RatePolicyName,
} from '@sitedesk/contract/rate-policies';
import type { LookUp } from './env.js';

export type { RatePolicies };

/** `RATELIMIT__SIGNIN` for `sign-in`. */
const variableOf = (name: RatePolicyName): string => `RATELIMIT__${name.replaceAll('-', '').toUpperCase()}`;

/**
 * The rate policies with the operator's values (`RATELIMIT__SIGNIN=20/300`: permits/seconds) over the defaults.
 * @param problems gets a sentence for every variable that is wrong
 */
export function readRatePolicies(
  environment: RateEnvironment,
  text: LookUp,
  problems: string[],
): RatePolicies {
  const configured: Partial<Record<RatePolicyName, RatePolicy>> = {};
  for (const name of RATE_POLICY_NAMES) {
    const value = text(variableOf(name), 'shown');
    if (value === undefined) continue;
    const policy = parsePolicy(value);
    if (policy) configured[name] = policy;
    else problems.push(`${variableOf(name)} must be permits/seconds, such as 3/300, but is "${value}".`);
  }
  return ratePolicies(environment, configured);
}

/** The policies that the operator has set, with the variable of each. */
export function configuredPolicies(text: LookUp): ReadonlyMap<RatePolicyName, string> {
  const configured = RATE_POLICY_NAMES.filter((name) => text(variableOf(name), 'shown') !== undefined);
  return new Map(configured.map((name) => [name, variableOf(name)]));
}

function parsePolicy(value: string): RatePolicy | undefined {
  const match = /^(\d{1,10})\/(\d{1,5})$/.exec(value);
  const policy = { permits: Number(match?.[1]), windowSeconds: Number(match?.[2]) };
  const { permits, windowSeconds } = RATE_POLICY_BOUNDS;
  const isInBounds =
    policy.permits >= 1 &&
    policy.permits <= permits &&
    policy.windowSeconds >= 1 &&
    policy.windowSeconds <= windowSeconds;
  return isInBounds ? policy : undefined;
}
