import { Controller, Get, Header, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PreviewLayoutDto } from '@sitedesk/contract/layouts.dto';
import type { FastifyReply } from 'fastify';
import { RequirePermission } from '../../platform/http/access.js';
import { TenantId } from '../../platform/http/request-context.js';
import { IdParam, QueryInput } from '../../platform/http/request-input.js';
import { LayoutPreviewService } from './layout-preview.service.js';

/** Pages of the site with a layout that isn't live. */
@Controller(`${EDITOR_PATH}/layouts`)
@RequirePermission('layouts.manage')
export class LayoutPreviewController {
  constructor(private readonly previews: LayoutPreviewService) {}

  /** Preview a page of the site with the draft of a layout. Scripts don’t run. */
  @Get(':id/preview')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('X-Frame-Options', 'SAMEORIGIN')
  async preview(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @QueryInput() { path = '/' }: PreviewLayoutDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { html, contentSecurityPolicy } = await this.previews.page(tenantId, id, path);
    reply.header('Content-Security-Policy', contentSecurityPolicy);
    return html;
  }
}
