import { DEFAULT_RATE_POLICIES, RATE_POLICY_NAMES, ratePolicies } from './rate-policies.js';

describe('rate policies (specification 8, DD-06)', () => {
  it.each([
    ['production', 'contact-form', 3, 300],
    ['development', 'contact-form', 20, 60],
    ['production', 'deployment', 10, 300],
    ['production', 'address-ceiling', 60, 60],
  ] as const)(
    'in %s, %s is %i requests per %i seconds (R-01)',
    (environment, name, permits, windowSeconds) => {
      expect(ratePolicies(environment)[name]).toEqual({ permits, windowSeconds });
    },
  );

  it('lets the operator replace a policy and keeps the others', () => {
    const policies = ratePolicies('production', { 'contact-form': { permits: 5, windowSeconds: 60 } });
    expect(policies['contact-form']).toEqual({ permits: 5, windowSeconds: 60 });
    expect(policies.deployment).toEqual(DEFAULT_RATE_POLICIES.production.deployment);
  });

  it('raises the ceiling where it would undercut the policy (R-06)', () => {
    const policies = ratePolicies('development', { 'contact-form': { permits: 50, windowSeconds: 10 } });
    expect(policies['address-ceiling']).toEqual({ permits: 300, windowSeconds: 60 });
  });

  it('keeps a ceiling the operator has chosen (R-06)', () => {
    const ceiling = { permits: 2, windowSeconds: 60 };
    expect(ratePolicies('development', { 'address-ceiling': ceiling })['address-ceiling']).toEqual(ceiling);
  });

  it('names every policy in every environment', () => {
    for (const policies of Object.values(DEFAULT_RATE_POLICIES)) {
      expect(Object.keys(policies).sort()).toEqual([...RATE_POLICY_NAMES].sort());
    }
  });
});
