import { OpenApiController } from './openapi.controller.js';
import { OpenApiService } from './openapi.service.js';
import { Feature } from '../core/features.js';

/** What integrators read. */
@Feature({ controllers: [OpenApiController], providers: [OpenApiService] })
export class OpenApiModule {}
