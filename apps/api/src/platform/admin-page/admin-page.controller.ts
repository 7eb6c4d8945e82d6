import '@fastify/static';
import { Controller, Get, Header, NotFoundException, Param, Redirect, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/access.js';
import { HiddenFromOpenApi } from '../http/openapi-marks.js';
import { ADMIN_PAGE_HEADERS } from './admin-page-headers.js';

const ASSET = /^[\w.-]+$/;
const SECONDS_OF_A_YEAR = 31_536_000;

/**
 * The single-page application of the administration. Its page is never cached, the parts of it permanently: their names
 * change with their content. A part that is gone is a 404, never the page, so that a browser notices.
 */
@HiddenFromOpenApi()
@Controller('admin')
@Public()
export class AdminPageController {
  @Get()
  @Redirect('/admin/', 308)
  redirect(): void {
    // The decorator says it all.
  }

  @Get('assets/*')
  async asset(@Param('*') name: string, @Res() reply: FastifyReply): Promise<void> {
    if (!ASSET.test(name)) throw new NotFoundException();
    await sent(
      reply.header('Cache-Control', `public, max-age=${SECONDS_OF_A_YEAR}, immutable`),
      `assets/${name}`,
    );
  }

  @Get('theme.js')
  async theme(@Res() reply: FastifyReply): Promise<void> {
    await sent(reply.header('Cache-Control', 'no-cache'), 'theme.js');
  }

  @Get('icon.svg')
  async icon(@Res() reply: FastifyReply): Promise<void> {
    await sent(reply.header('Cache-Control', 'no-cache'), 'icon.svg');
  }

  /** Every other address is one of the application's own. */
  @Get('*')
  @Header('Cache-Control', 'no-cache')
  async page(@Param('*') path: string, @Res() reply: FastifyReply): Promise<void> {
    if (path.startsWith('assets')) throw new NotFoundException();
    await sent(reply.headers(ADMIN_PAGE_HEADERS), 'index.html');
  }
}

/** @throws NotFoundException when there is no such file, or the administration is not built */
function sent(reply: FastifyReply, file: string): Promise<void> {
  if (!('sendFile' in reply)) throw new NotFoundException();
  return Promise.resolve(reply.sendFile(file, { cacheControl: false })).then(() => undefined);
}
