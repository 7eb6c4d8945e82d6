import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { MenuController } from './menu.controller.js';
import { MenuService } from './menu.service.js';
import { CreateMenus1790432000000 } from './migrations/1790432000000-create-menus.js';

/** The menu of the public site. */
@Module({ controllers: [MenuController], providers: [MenuService], exports: [MenuService] })
@Registers(MIGRATIONS, CreateMenus1790432000000)
export class MenuModule {}
