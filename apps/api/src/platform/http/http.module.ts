import { Global, Module } from '@nestjs/common';
import { ByteLane } from './byte-lane.js';
import { ProgramKeys } from './program-keys.js';

/** What stands before the routes. */
@Global()
@Module({ providers: [ByteLane, ProgramKeys], exports: [ByteLane, ProgramKeys] })
export class HttpModule {}
