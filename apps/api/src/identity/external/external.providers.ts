import { OutboundFetch } from '../../common/outbound-fetch.js';
import { ConfirmAtProviderController } from './confirm-at-provider.controller.js';
import { ExternalAccounts } from './external-accounts.service.js';
import { ExternalIdentities } from './external-identities.service.js';
import { ExternalRefresh } from './external-refresh.service.js';
import { ExternalSignInController } from './external-sign-in.controller.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import { GroupRoles } from './group-roles.service.js';
import { IdentityProvidersController } from './identity-providers.controller.js';
import { IdentityProviders } from './identity-providers.service.js';
import { OidcClient } from './oidc-client.service.js';
import { ProviderWithdrawal } from './provider-withdrawal.service.js';
import { OwnIdentitiesController } from './own-identities.controller.js';

/** Everything of external sign-in, for the identity module. */
export const EXTERNAL_CONTROLLERS = [
  ExternalSignInController,
  ConfirmAtProviderController,
  IdentityProvidersController,
  OwnIdentitiesController,
];

export const EXTERNAL_PROVIDERS = [
  OutboundFetch,
  OidcClient,
  IdentityProviders,
  GroupRoles,
  ProviderWithdrawal,
  ExternalAccounts,
  ExternalSignInService,
  ExternalIdentities,
  ExternalRefresh,
];
