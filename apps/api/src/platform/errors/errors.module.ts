import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorBodies } from './error-bodies.js';
import { ExceptionsFilter } from './exceptions.filter.js';
import { Problems } from './problems.js';

/** What the answer is when something goes wrong. */
@Global()
@Module({
  providers: [ErrorBodies, Problems, { provide: APP_FILTER, useClass: ExceptionsFilter }],
  exports: [ErrorBodies, Problems],
})
export class ErrorsModule {}
