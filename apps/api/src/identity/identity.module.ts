import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountMailModule } from '../account-mail/account-mail.module.js';
import { AccessGuard } from './access.guard.js';
import { ACCOUNT_CONTROLLERS, ACCOUNT_PROVIDERS } from './account/account.providers.js';
import { Account } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import { ApiToken } from './api-tokens/api-token.entity.js';
import { OwnApiTokensController, UserApiTokensController } from './api-tokens/api-tokens.controller.js';
import { ApiTokens } from './api-tokens/api-tokens.service.js';
import { BreakGlass } from './break-glass.service.js';
import { BrowserSessions } from './browser-sessions.service.js';
import { AccountLinks } from './links/account-links.service.js';
import { EditorAddresses } from './links/editor-address.service.js';
import { LinkStore } from './links/link-store.service.js';
import { EXTERNAL_ENTITIES } from './external/external.entities.js';
import { EXTERNAL_CONTROLLERS, EXTERNAL_PROVIDERS } from './external/external.providers.js';
import { OwnPageGuard } from './own-page.guard.js';
import { PASSKEY_ENTITIES } from './passkeys/passkeys.entities.js';
import { PASSKEY_CONTROLLERS, PASSKEY_PROVIDERS } from './passkeys/passkeys.providers.js';
import { PasswordRules } from './password-rules.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { SessionController } from './session.controller.js';
import { SessionInfoService } from './session-info.service.js';
import { SessionStrategy } from './session.strategy.js';
import { SessionsService } from './sessions.service.js';
import { SetupController } from './setup.controller.js';
import { SetupSteps } from './setup-steps.service.js';
import { SetupStepsController } from './setup-steps.controller.js';
import { SetupService } from './setup.service.js';
import { SignInProtection } from './sign-in-protection.service.js';
import { SignInService } from './sign-in.service.js';
import { WaysIn } from './ways-in.service.js';
import { TWO_FACTOR_CONTROLLERS, TWO_FACTOR_PROVIDERS } from './two-factor/two-factor.providers.js';

/** People: accounts, sign-in and sessions. */
@Module({
  imports: [
    PassportModule,
    AccountMailModule,
    TypeOrmModule.forFeature([Account, ApiToken, ...EXTERNAL_ENTITIES, ...PASSKEY_ENTITIES]),
  ],
  controllers: [
    SessionController,
    SetupController,
    SetupStepsController,
    OwnApiTokensController,
    UserApiTokensController,
    ...TWO_FACTOR_CONTROLLERS,
    ...PASSKEY_CONTROLLERS,
    ...ACCOUNT_CONTROLLERS,
    ...EXTERNAL_CONTROLLERS,
  ],
  providers: [
    AccountsService,
    SessionsService,
    SessionInfoService,
    SessionStrategy,
    ApiTokens,
    AccessGuard,
    OwnPageGuard,
    PasswordHasher,
    PasswordRules,
    SignInService,
    SignInProtection,
    BrowserSessions,
    BreakGlass,
    WaysIn,
    SetupService,
    SetupSteps,
    LinkStore,
    EditorAddresses,
    AccountLinks,
    ...TWO_FACTOR_PROVIDERS,
    ...PASSKEY_PROVIDERS,
    ...ACCOUNT_PROVIDERS,
    ...EXTERNAL_PROVIDERS,
  ],
  exports: [
    AccountsService,
    SessionsService,
    AccessGuard,
    OwnPageGuard,
    SetupService,
    AccountLinks,
    WaysIn,
    AccountMailModule,
  ],
})
export class IdentityModule {}
