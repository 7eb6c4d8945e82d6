import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { LIVE_EVENTS } from '../../platform/events/live-events.service.js';
import { LayoutsController } from './layouts.controller.js';
import { LayoutsService } from './layouts.service.js';
import { CreateLayouts1790700000000 } from './migrations/1790700000000-create-layouts.js';

/** Layouts: the frame of all pages of the public site. */
@Module({ controllers: [LayoutsController], providers: [LayoutsService], exports: [LayoutsService] })
@Registers(MIGRATIONS, CreateLayouts1790700000000)
@Registers(LIVE_EVENTS, { kind: 'layout.changed', permission: 'layouts.manage' })
export class LayoutsModule {}
