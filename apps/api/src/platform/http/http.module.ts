import { Global, Module } from '@nestjs/common';
import { ByteLane } from './byte-lane.js';

/** What stands before the routes. */
@Global()
@Module({ providers: [ByteLane], exports: [ByteLane] })
export class HttpModule {}
