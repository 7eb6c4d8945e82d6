import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { CreatePageTemplates1790820000000 } from './migrations/1790820000000-create-page-templates.js';
import { PageTemplatesController } from './page-templates.controller.js';
import { PageTemplatesService } from './page-templates.service.js';

/** Templates: the blocks that new articles begin with, and which of them stay as they are. */
@Module({ controllers: [PageTemplatesController], providers: [PageTemplatesService] })
@Registers(MIGRATIONS, CreatePageTemplates1790820000000)
export class PageTemplatesModule {}
