import { Global, Module } from '@nestjs/common';
import { AntiforgeryService } from './antiforgery.service.js';

/** Proof that a request comes from a page of the tenant. */
@Global()
@Module({ providers: [AntiforgeryService], exports: [AntiforgeryService] })
export class AntiforgeryModule {}
