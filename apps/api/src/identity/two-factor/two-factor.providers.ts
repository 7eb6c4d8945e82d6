import { RecoveryCodes } from './recovery-codes.service.js';
import { SecondFactorProof } from './second-factor-proof.service.js';
import { SecondFactorSignIn } from './second-factor-sign-in.service.js';
import { SecondFactors } from './second-factors.service.js';
import { SessionRenewal } from './session-renewal.service.js';
import { SessionStepsController } from './session-steps.controller.js';
import { SignInConfirmation } from './sign-in-confirmation.service.js';
import { TotpService } from './totp.service.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorRequirement } from './two-factor-requirement.service.js';
import { TwoFactorResetController } from './two-factor-reset.controller.js';
import { TwoFactorReset } from './two-factor-reset.service.js';
import { TwoFactorService } from './two-factor.service.js';

export const TWO_FACTOR_CONTROLLERS = [SessionStepsController, TwoFactorController, TwoFactorResetController];

export const TWO_FACTOR_PROVIDERS = [
  SecondFactors,
  RecoveryCodes,
  TotpService,
  SecondFactorProof,
  SecondFactorSignIn,
  SessionRenewal,
  SignInConfirmation,
  TwoFactorRequirement,
  TwoFactorService,
  TwoFactorReset,
];
