import { Global, Module } from '@nestjs/common';
import { AntiforgeryGuard } from './antiforgery.guard.js';
import { AntiforgeryService } from './antiforgery.service.js';

/** Proof that a request comes from a page of the tenant. */
@Global()
@Module({
  providers: [AntiforgeryService, AntiforgeryGuard],
  exports: [AntiforgeryService, AntiforgeryGuard],
})
export class AntiforgeryModule {}
