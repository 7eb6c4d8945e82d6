import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { FILE_LIMITS } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyReply } from 'fastify';
import { NotAudited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { ByteStream } from '../../platform/http/byte-stream.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { IdParam } from '../../platform/http/request-input.js';
import {
  NewUpload,
  Part,
  type PartHeaders,
  sendUploadPlace,
  sendUploadState,
  type UploadRequest,
} from './tus.js';
import { UploadsService } from './uploads.service.js';

const UPLOADS_PATH = `${EDITOR_PATH}/uploads`;

/** Uploads that aren't files yet. */
@Controller(UPLOADS_PATH)
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  /**
   * Begin an upload by the tus protocol 1.0. `Upload-Metadata` has `filename`, and `folder` where it isn't for the top level. The last
   * part of `Location` is the id of the file to come. With `replaces`, the id of a file, it becomes the next version of that one instead;
   * `If-Match` then has the version of the file that you last read.
   */
  @Post()
  @RequirePermission('files.manage')
  @NotAudited('Nothing is there before the last part, which leaves file.upload.')
  async begin(
    @Context() context: CallerContext,
    @NewUpload() request: UploadRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const state = await this.uploads.begin(context, request);
    sendUploadPlace(reply, `${UPLOADS_PATH}/${state.id}`, state);
    return state;
  }

  /** Get how far an own upload is. HEAD answers the same in its headers. */
  @Get(':id')
  @RequirePermission('files.manage')
  async getUpload(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const state = await this.uploads.get(context, id);
    sendUploadState(reply, state);
    return state;
  }

  /** Upload a part. With the last one, the upload becomes a file. */
  @Patch(':id')
  @HttpCode(204)
  @RequirePermission('files.manage')
  @NotAudited('The last part leaves file.upload.')
  async receive(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @Part() part: PartHeaders,
    @ByteStream({ maxBytes: FILE_LIMITS.octets }) body: AsyncIterable<Buffer>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    sendUploadState(reply, await this.uploads.receive(context, id, part, body));
  }

  /** Give up an own upload. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('files.manage')
  @NotAudited('It has not become a file.')
  async end(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.uploads.end(context, id);
  }
}
