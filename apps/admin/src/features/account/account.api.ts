import type {
  ApiTokenSummary,
  ExternalIdentityView,
  OwnAccount,
  OwnPasskey,
  OwnSession,
  SignInOptions,
  TwoFactorState,
} from '@sitedesk/contract';
import { type QueryClient, useQuery } from '@tanstack/vue-query';
import { type Answer, http } from '../../app/http';

interface Items<Item> {
  readonly items: readonly Item[];
}
type Reading<Data> = ReturnType<typeof useQuery<Data>>;

/** With its version, for the form. */
export const useAccount = (): Reading<Answer<OwnAccount>> =>
  useQuery({ queryKey: ['account', 'own'], queryFn: () => http.read<OwnAccount>('/account') });

export const useTwoFactor = (): Reading<TwoFactorState> =>
  useQuery({
    queryKey: ['account', 'two-factor'],
    queryFn: () => http.get<TwoFactorState>('/account/two-factor'),
  });

export const usePasskeyList = (): Reading<Items<OwnPasskey>> =>
  useQuery({
    queryKey: ['account', 'passkeys'],
    queryFn: () => http.get<Items<OwnPasskey>>('/account/passkeys'),
  });

export const useSessions = (): Reading<Items<OwnSession>> =>
  useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: () => http.get<Items<OwnSession>>('/account/sessions'),
  });

export const useTokens = (): Reading<Items<ApiTokenSummary>> =>
  useQuery({
    queryKey: ['account', 'tokens'],
    queryFn: () => http.get<Items<ApiTokenSummary>>('/account/tokens'),
  });

/** The identities that are connected. */
export const useIdentities = (): Reading<Items<ExternalIdentityView>> =>
  useQuery({
    queryKey: ['account', 'identities'],
    queryFn: () => http.get<Items<ExternalIdentityView>>('/account/external-identities'),
  });

/** The providers that can be connected. */
export const useSignInOptions = (): Reading<SignInOptions> =>
  useQuery({
    queryKey: ['account', 'sign-in-options'],
    queryFn: () => http.get<SignInOptions>('/sign-in-options'),
  });

/** Reads everything of the account anew: one change of how one signs in often changes several of them. */
export const refreshAccount = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['account'] });
