import { PasswordHasher } from './password-hasher.js';
import { PasswordRulesService } from './password-rules.service.js';
import { Feature } from '../../platform/core/features.js';

/** Which passwords are good enough, and how they are stored. */
@Feature({
  providers: [PasswordHasher, PasswordRulesService],
})
export class PasswordsModule {}
