import type { RatePolicy, RatePolicyName } from '@sitedesk/contract/rate-policies';

/** Value of the `RateLimit-Policy` field (draft-ietf-httpapi-ratelimit-headers-11): quota and window in seconds. */
export function rateLimitPolicyField(name: RatePolicyName, policy: RatePolicy): string {
  return `"${name}";q=${policy.permits};w=${policy.windowSeconds}`;
}

/** Value of the `RateLimit` field: what is left of the quota, and the seconds until it is whole again. */
export function rateLimitField(name: RatePolicyName, remaining: number, resetSeconds: number): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
