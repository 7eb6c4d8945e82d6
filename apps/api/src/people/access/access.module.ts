import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ApiTokensModule } from '../api-tokens/api-tokens.module.js';
import { ExternalSignInModule } from '../external-sign-in/external-sign-in.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessGuard } from './access.guard.js';
import { SessionStrategy } from './session.strategy.js';

/** Who sends a request, and what the route lets them do. */
@Module({
  imports: [PassportModule, SessionsModule, ApiTokensModule, ExternalSignInModule],
  providers: [AccessGuard, SessionStrategy],
  exports: [AccessGuard],
})
export class AccessModule {}
