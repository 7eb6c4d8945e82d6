import { PassportModule } from '@nestjs/passport';
import { AccessGuard } from './access.guard.js';
import { SessionStrategy } from './session.strategy.js';
import { Feature } from '../../platform/core/features.js';

/** Who sends a request, and what the route lets them do. */
@Feature({
  imports: [PassportModule],
  providers: [AccessGuard, SessionStrategy],
})
export class AccessModule {}
