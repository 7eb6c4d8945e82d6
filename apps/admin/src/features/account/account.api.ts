import type { OwnAccount, OwnSession } from '@sitedesk/contract/account';
import type { ApiTokenSummary } from '@sitedesk/contract/api-tokens';
import type { ExternalIdentityView, SignInOptions } from '@sitedesk/contract/external-sign-in';
import type { OwnPasskey } from '@sitedesk/contract/passkeys';
import type { TwoFactorState } from '@sitedesk/contract/two-factor';
import { type QueryClient, useQuery } from '@tanstack/vue-query';
import { type Answer, http } from '../../app/http';

interface Items<Item> {
  readonly items: readonly Item[];
}
type Reading<Data> = ReturnType<typeof useQuery<Data>>;

/** With its version, for the form. */
export const useAccount = (): Reading<Answer<OwnAccount>> =>
  useQuery({ queryKey: ['account', 'own'], queryFn: () => http.read<OwnAccount>('/account') });

const useReading = <Data>(name: string, path = `/account/${name}`): Reading<Data> =>
  useQuery({ queryKey: ['account', name], queryFn: () => http.get<Data>(path) });

export const useTwoFactor = (): Reading<TwoFactorState> => useReading('two-factor');
export const usePasskeyList = (): Reading<Items<OwnPasskey>> => useReading('passkeys');
export const useSessions = (): Reading<Items<OwnSession>> => useReading('sessions');
export const useTokens = (): Reading<Items<ApiTokenSummary>> => useReading('tokens');
/** The identities that are connected. */
export const useIdentities = (): Reading<Items<ExternalIdentityView>> => useReading('external-identities');
/** The providers that can be connected. */
export const useSignInOptions = (): Reading<SignInOptions> =>
  useReading('sign-in-options', '/sign-in-options');

/** Reads everything of the account again: one change of how one signs in often changes several of them. */
export const refreshAccount = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['account'] });
