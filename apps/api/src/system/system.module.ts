import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboxModule } from '../outbox/outbox.module.js';
import { ProviderState } from '../outbox/provider-state.entity.js';
import { DatabaseChecks } from './database-checks.service.js';
import { HostChecks } from './host-checks.service.js';
import { SiteChecks } from './site-checks.service.js';
import { SystemController } from './system.controller.js';
import { SystemService } from './system.service.js';

/** The state of the installation. */
@Module({
  imports: [OutboxModule, TypeOrmModule.forFeature([ProviderState])],
  controllers: [SystemController],
  providers: [SystemService, DatabaseChecks, SiteChecks, HostChecks],
})
export class SystemModule {}
