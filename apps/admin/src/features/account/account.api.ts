import type { OwnAccount, OwnSession } from '@sitedesk/contract/account';
import type { ApiTokenSummary } from '@sitedesk/contract/api-tokens';
import type { ExternalIdentityView, SignInOptions } from '@sitedesk/contract/external-sign-in';
import type { OwnPasskey } from '@sitedesk/contract/passkeys';
import type { TwoFactorState } from '@sitedesk/contract/two-factor';
import { type QueryClient, useQuery } from '@tanstack/vue-query';
import { http } from '../../app/http';

interface Items<Item> {
  readonly items: readonly Item[];
}

/** With its version, for the form. */
export const useAccount = () =>
  useQuery({ queryKey: ['account', 'own'], queryFn: () => http.read<OwnAccount>('/account') });

const useReading = <Data>(name: string, path = `/account/${name}`) =>
  useQuery({ queryKey: ['account', name], queryFn: () => http.get<Data>(path) });

export const useTwoFactor = () => useReading<TwoFactorState>('two-factor');
export const usePasskeyList = () => useReading<Items<OwnPasskey>>('passkeys');
export const useSessions = () => useReading<Items<OwnSession>>('sessions');
export const useTokens = () => useReading<Items<ApiTokenSummary>>('tokens');
/** The identities that are connected. */
export const useIdentities = () => useReading<Items<ExternalIdentityView>>('external-identities');
/** The providers that can be connected. */
export const useSignInOptions = () => useReading<SignInOptions>('sign-in-options', '/sign-in-options');

/** Reads everything of the account again: one change of how one signs in often changes several of them. */
export const refreshAccount = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['account'] });
