import { AntiforgeryGuard } from './antiforgery.guard.js';
import { AntiforgeryService } from './antiforgery.service.js';
import { Feature } from '../../platform/core/features.js';

/** Proof that a request comes from a page of the tenant. */
@Feature({
  providers: [AntiforgeryService, AntiforgeryGuard],
})
export class AntiforgeryModule {}
