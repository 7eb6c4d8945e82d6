import { ByteLane } from './byte-lane.js';
import { Feature } from '../core/features.js';

/** What stands before the routes. */
@Feature({ providers: [ByteLane] })
export class HttpModule {}
