import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { Feature } from '../core/features.js';

/** Liveness and readiness. */
@Feature({ controllers: [HealthController], providers: [HealthService] })
export class HealthModule {}
