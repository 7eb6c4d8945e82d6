import { Controller, Get, Header, HttpCode, HttpStatus, Inject } from '@nestjs/common';
import { Refusal } from '../common/refusal.js';
import { Public } from '../common/access.js';
import { WithoutTenant } from '../tenancy/tenant.guard.js';
import { HealthService, type HealthStatus } from './health.service.js';

/** Probes of the process; they tell no more than whether it is well (O-01, O-02). */
@Controller('health')
@WithoutTenant()
@Public()
export class HealthController {
  constructor(@Inject(HealthService) private readonly health: HealthService) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  live(): HealthStatus {
    return { status: 'ok' };
  }

  /** @throws Refusal (503) when the database does not answer within a second, or while stopping */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<HealthStatus> {
    return (await this.health.isReady()) ? { status: 'ok' } : this.notReady();
  }

  private notReady(): never {
    throw new Refusal('not ready', HttpStatus.SERVICE_UNAVAILABLE);
  }
}
