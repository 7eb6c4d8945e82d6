import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { Public } from '../http/access.js';
import { TakesToken } from '../http/openapi-marks.js';
import { WithoutTenant } from '../tenancy/tenant.guard.js';
import { MetricsService } from './metrics.service.js';

/** Figures for Prometheus; 404 unless `METRICS=on`, and with `METRICS_TOKEN` only for its bearer. */
@Controller('metrics')
@WithoutTenant()
@Public()
export class MetricsController {
  constructor(@Inject(MetricsService) private readonly metrics: MetricsService) {}

  /** Get metrics. For Prometheus. 404 unless `METRICS=on`. */
  @Get()
  @TakesToken('metricsToken')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(@Headers('authorization') authorization: string | undefined) {
    return this.metrics.scrape(authorization);
  }
}
