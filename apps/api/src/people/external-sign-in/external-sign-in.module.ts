import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LinksModule } from '../links/links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ExternalAccountsService } from './external-accounts.service.js';
import { ExternalIdentity } from './external-identity.entity.js';
import { ExternalRefreshService } from './external-refresh.service.js';
import { ExternalSignInController } from './external-sign-in.controller.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import { GroupRolesService } from './group-roles.service.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProvidersController } from './identity-providers.controller.js';
import { IdentityProvidersService } from './identity-providers.service.js';
import { OidcClient } from './oidc-client.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';
import { ExternalSignIn } from './external-sign-in.entity.js';

/** Sign-in with OpenID Connect providers, and the roles that their groups give. */
@Module({
  imports: [AccountsModule, LinksModule, SessionsModule, SignInModule],
  controllers: [ExternalSignInController, IdentityProvidersController],
  providers: [
    OidcClient,
    IdentityProvidersService,
    GroupRolesService,
    ExternalAccountsService,
    ExternalSignInService,
    ExternalRefreshService,
  ],
  exports: [ExternalRefreshService],
})
@Registers(ENTITIES, IdentityProvider, GroupRoleMapping, ExternalIdentity, ExternalSignIn)
@Registers(ENCRYPTED_COLUMNS, { table: 'identity_provider', column: 'client_secret' })
@Registers(ENCRYPTED_COLUMNS, { table: 'external_identity', column: 'refresh_token' })
export class ExternalSignInModule {}
