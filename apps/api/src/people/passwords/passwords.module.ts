import { Module } from '@nestjs/common';
import { PasswordHasher } from './password-hasher.js';
import { PasswordRulesService } from './password-rules.service.js';

/** Which passwords are good enough, and how they are stored. */
@Module({
  providers: [PasswordHasher, PasswordRulesService],
  exports: [PasswordHasher, PasswordRulesService],
})
export class PasswordsModule {}
