import { Module } from '@nestjs/common';
import { AccessLog } from './access-log.js';

/** One line for each request, if the operator wants them. */
@Module({ providers: [AccessLog], exports: [AccessLog] })
export class AccessLogModule {}
