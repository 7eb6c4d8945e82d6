import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { Feature } from '../core/features.js';

/** Figures for operators. Features register what they count. */
@Feature({ controllers: [MetricsController], providers: [MetricsService] })
export class MetricsModule {}
