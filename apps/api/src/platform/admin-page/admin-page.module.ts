import { AdminPageController } from './admin-page.controller.js';
import { Feature } from '../core/features.js';

/** Serves the built administration below `/admin/`. */
@Feature({ controllers: [AdminPageController] })
export class AdminPageModule {}
