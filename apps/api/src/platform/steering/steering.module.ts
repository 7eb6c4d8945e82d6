import { Global, Module } from '@nestjs/common';
import { SteeringService } from './steering.service.js';

/** The rule for what steers where links, emails, credentials and scripts go. */
@Global()
@Module({ providers: [SteeringService], exports: [SteeringService] })
export class SteeringModule {}
