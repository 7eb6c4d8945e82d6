import type { interactionPolicy as InteractionPolicy } from 'oidc-provider';
import type { OidcMiddleware } from './oidc-sign-in.js';

/** When the provider asks someone to sign in: as usual, and when the person in charge is not the one of the session. */
export function oidcPolicy(
  library: typeof InteractionPolicy,
  automatic: () => string | undefined,
): InteractionPolicy.DefaultPolicy {
  const policy = library.base();
  policy.get('login')?.checks.add(
    new library.Check('other_person', 'Another person is to sign in', ({ oidc }) => {
      const wanted = automatic();
      return wanted !== undefined && oidc.session?.accountId !== wanted && !oidc.result;
    }),
  );
  return policy;
}

/** Adds the `prompt=consent` that OpenID Connect wants beside `offline_access`; the enterprise directory does not. */
export const consentToOfflineAccess: OidcMiddleware = (context, next) => {
  const { searchParams } = context.URL;
  const prompt = searchParams.get('prompt')?.split(' ') ?? [];
  const wanted = context.path === '/auth' && searchParams.get('scope')?.split(' ').includes('offline_access');
  if (wanted && !prompt.includes('none') && !prompt.includes('consent'))
    context.query = { ...context.query, prompt: [...prompt, 'consent'].join(' ') };
  return next();
};
