import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { AddressHitsService } from './address-hits.service.js';
import { CountHits1790433000000 } from './migrations/1790433000000-count-hits.js';
import { RedirectsController } from './redirects.controller.js';
import { RedirectsService } from './redirects.service.js';
import { UrlTrialService } from './url-trial.service.js';

/** Addresses of the public site that lead elsewhere. Those of articles that moved come about in `content/articles`. */
@Module({
  controllers: [RedirectsController],
  providers: [AddressHitsService, RedirectsService, UrlTrialService],
  exports: [AddressHitsService, RedirectsService],
})
@Registers(MIGRATIONS, CountHits1790433000000)
export class RedirectsModule {}
