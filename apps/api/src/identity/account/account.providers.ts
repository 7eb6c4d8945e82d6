import { AccountCredentials } from './account-credentials.service.js';
import { EmailConfirmation } from './email-confirmation.service.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationService } from './invitation.service.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnAccountService } from './own-account.service.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessions } from './own-sessions.service.js';
import { PasskeyInvitation } from './passkey-invitation.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';

/** What people do with their own accounts, for the module of people. */
export const ACCOUNT_CONTROLLERS = [
  RegistrationController,
  PasswordResetController,
  InvitationController,
  OwnSessionsController,
  OwnAccountController,
];

export const ACCOUNT_PROVIDERS = [
  AccountCredentials,
  RegistrationService,
  EmailConfirmation,
  PasswordReset,
  InvitationService,
  PasskeyInvitation,
  OwnAccountService,
  OwnSessions,
];
