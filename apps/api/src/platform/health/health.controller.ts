import { Controller, Get, HttpCode, HttpStatus, Inject } from '@nestjs/common';
import { Refusal } from '../http/refusal.js';
import { Public } from '../http/access.js';
import { WithoutTenant } from '../tenancy/tenant.guard.js';
import { HealthService } from './health.service.js';

/** Probes of the process; they reveal nothing but whether it is healthy. */
@Controller('health')
@WithoutTenant()
@Public()
export class HealthController {
  constructor(@Inject(HealthService) private readonly health: HealthService) {}

  /** Check that the process is alive. */
  @Get('live')
  @HttpCode(200)
  live() {
    return { status: 'ok' };
  }

  /** Check that requests can be served. @throws Refusal (503) when the database does not answer within a second, or while stopping */
  @Get('ready')
  async ready() {
    return (await this.health.isReady()) ? { status: 'ok' } : this.notReady();
  }

  private notReady(): never {
    throw new Refusal('not ready', HttpStatus.SERVICE_UNAVAILABLE);
  }
}
