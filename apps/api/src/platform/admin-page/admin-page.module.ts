import { Module } from '@nestjs/common';
import { AdminPageController } from './admin-page.controller.js';

/** Serves the built administration below `/admin/`. */
@Module({ controllers: [AdminPageController] })
export class AdminPageModule {}
