import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';
import { OpenApiService } from './openapi.service.js';

/** What integrators read. */
@Module({ controllers: [OpenApiController], providers: [OpenApiService] })
export class OpenApiModule {}
