/** At most `permits` requests in every window of `windowSeconds`; windows are aligned to the epoch, nothing is queued. */
export interface RatePolicy {
  readonly permits: number;
  readonly windowSeconds: number;
}

/** The two sets of numbers the product ships with. */
export type RateEnvironment = 'production' | 'development';

/**
 * The table of specification 8; the values it leaves open are ours. Each limited route names one; `address-ceiling` is counted
 * beside some.
 */
const PRODUCTION = {
  'contact-form': { permits: 3, windowSeconds: 300 },
  /** Posts without the script, which carry no token: besides the policy above, which counts them too. */
  'contact-form-post': { permits: 5, windowSeconds: 3600 },
  'contact-script': { permits: 120, windowSeconds: 60 },
  /** Feeds of the calendar, by the feed, else by the IP address. */
  'calendar-feed': { permits: 60, windowSeconds: 300 },
  'captcha-validate': { permits: 20, windowSeconds: 300 },
  /** Deployments that are begun, by the key in `Authorization`, else by the visitor's address. */
  deployment: { permits: 10, windowSeconds: 300 },
  /** Requests of a deployment that was begun; the list of its files bounds them. */
  'deployment-file': { permits: 30_000, windowSeconds: 300 },
  /** Wrong keys for deployments. Right ones aren't counted, so they work from an address that others share. */
  'deployment-key': { permits: 20, windowSeconds: 3_600 },
  'docs-import': { permits: 300, windowSeconds: 300 },
  'copilot-inline': { permits: 60, windowSeconds: 60 },
  'sign-in': { permits: 20, windowSeconds: 300 },
  /** Searches of a visitor on the public site. */
  'site-search': { permits: 30, windowSeconds: 60 },
  'settings-probe': { permits: 20, windowSeconds: 300 },
  'address-ceiling': { permits: 60, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, RatePolicy>>;

export type RatePolicyName = keyof typeof PRODUCTION;
export const RATE_POLICY_NAMES = Object.keys(PRODUCTION) as readonly RatePolicyName[]; // its own keys
export type RatePolicies = Readonly<Record<RatePolicyName, RatePolicy>>;

/** The policies without any configuration. */
export const DEFAULT_RATE_POLICIES = {
  production: PRODUCTION,
  development: {
    ...PRODUCTION,
    'contact-form': { permits: 20, windowSeconds: 60 },
    'contact-form-post': { permits: 10, windowSeconds: 60 },
  },
} as const satisfies Record<RateEnvironment, RatePolicies>;

/** Policies whose requests also count, per address over all tenants, against a second one. */
export const RATE_CEILINGS: Readonly<Partial<Record<RatePolicyName, RatePolicyName>>> = {
  'contact-form': 'address-ceiling',
};

/** Bounds of a configured policy. `Retry-After` never exceeds the window. */
export const RATE_POLICY_BOUNDS = { permits: 1_000_000_000, windowSeconds: 86_400 } as const;

/**
 * The policies in force: the environment's defaults with the operator's values over them. A ceiling the operator has
 * not set himself is raised where it would refuse what the policy under it allows.
 */
export function ratePolicies(
  environment: RateEnvironment,
  configured: Readonly<Partial<Record<RatePolicyName, RatePolicy>>> = {},
): RatePolicies {
  const policies: Record<RatePolicyName, RatePolicy> = {
    ...DEFAULT_RATE_POLICIES[environment],
    ...configured,
  };
  for (const name of RATE_POLICY_NAMES) {
    const ceiling = RATE_CEILINGS[name];
    if (!ceiling || configured[ceiling]) continue;
    policies[ceiling] = raised(policies[ceiling], policies[name]);
  }
  return policies;
}

/** The ceiling, with room for every window of the policy that can begin within one window of the ceiling. */
function raised(ceiling: RatePolicy, policy: RatePolicy): RatePolicy {
  const windows = Math.ceil(ceiling.windowSeconds / policy.windowSeconds);
  return { ...ceiling, permits: Math.max(ceiling.permits, policy.permits * windows) };
}
