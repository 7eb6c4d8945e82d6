import { SystemController } from './system.controller.js';
import { SystemService } from './system.service.js';
import { Feature } from '../core/features.js';

/** The state of the installation; features add checks of what they run. */
@Feature({
  controllers: [SystemController],
  providers: [SystemService],
})
export class SystemModule {}
