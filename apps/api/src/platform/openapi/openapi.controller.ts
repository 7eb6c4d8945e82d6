import { Controller, Get, Header, Inject } from '@nestjs/common';
import { Public } from '../http/access.js';
import { WithoutTenant } from '../tenancy/tenant.guard.js';
import { type OpenApiDocument, OpenApiService } from './openapi.service.js';

/** The OpenAPI 3.1 document of every route. */
@Controller('openapi.json')
@WithoutTenant()
@Public()
export class OpenApiController {
  constructor(@Inject(OpenApiService) private readonly openApi: OpenApiService) {}

  /** Get this document. */
  @Get()
  @Header('Content-Type', 'application/json; charset=utf-8')
  document(): Promise<OpenApiDocument> {
    return this.openApi.document();
  }
}
