import { Module } from '@nestjs/common';
import { Registers } from '../core/features.js';
import { MIGRATIONS } from '../database/data-source.js';
import { CreateSavedViews1790424200000 } from './migrations/1790424200000-create-saved-views.js';
import { ViewsController } from './views.controller.js';
import { ViewsService } from './views.service.js';

/** Lists as people want to see them again. */
@Module({ controllers: [ViewsController], providers: [ViewsService] })
@Registers(MIGRATIONS, CreateSavedViews1790424200000)
export class ViewsModule {}
