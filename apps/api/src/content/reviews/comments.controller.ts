import { Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommentDto, CreateThreadDto, PeopleDto, ThreadListDto } from '@sitedesk/contract/comments.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { CommentsService } from './comments.service.js';

/** Comments on an article, in threads: each is about some words of the text, or about a field. */
@Controller(`${EDITOR_PATH}/articles/:number`)
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  /** Lists threads, the newest first, each with its first comment and the newest replies. */
  @Get('threads')
  @RequirePermission('pages.view')
  list(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: ThreadListDto,
  ) {
    return this.comments.list(context, number, query);
  }

  /** Begins a thread. Comments change neither the draft nor its revision. */
  @Post('threads')
  @RequirePermission('pages.review', 'pages.edit-all', 'pages.edit-own')
  @Audited('article.comment')
  create(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: CreateThreadDto,
  ) {
    return this.comments.create(context, number, input);
  }

  /** Lists all comments of a thread, the oldest first. */
  @Get('threads/:thread/comments')
  @RequirePermission('pages.view')
  read(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('thread') thread: string,
    @QueryInput() query: PageDto,
  ) {
    return this.comments.comments(context, number, thread, query);
  }

  /** Replies to a thread. A resolved one stays resolved. */
  @Post('threads/:thread/comments')
  @RequirePermission('pages.review', 'pages.edit-all', 'pages.edit-own')
  @Audited('article.comment')
  reply(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('thread') thread: string,
    @JsonBody() input: CommentDto,
  ) {
    return this.comments.reply(context, number, thread, input);
  }

  /** Edits a comment of one's own. */
  @Put('threads/:thread/comments/:comment')
  @HttpCode(204)
  @RequirePermission('pages.review', 'pages.edit-all', 'pages.edit-own')
  @Audited('article.edit-comment')
  async edit(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('thread') thread: string,
    @IdParam('comment') comment: string,
    @JsonBody() input: CommentDto,
  ): Promise<void> {
    await this.comments.edit(context, number, { thread, comment }, input);
  }

  /** Resolves a thread. */
  @Action('threads/:thread/resolve', 204)
  @RequirePermission('pages.review', 'pages.edit-all', 'pages.edit-own')
  @Audited('article.resolve-thread')
  async resolve(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('thread') thread: string,
  ): Promise<void> {
    await this.comments.settle(context, number, thread, { resolved: true });
  }

  /** Opens a resolved thread again. */
  @Action('threads/:thread/reopen', 204)
  @RequirePermission('pages.review', 'pages.edit-all', 'pages.edit-own')
  @Audited('article.reopen-thread')
  async reopen(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('thread') thread: string,
  ): Promise<void> {
    await this.comments.settle(context, number, thread, { resolved: false });
  }

  /** Lists people who can be mentioned or asked to review, by name. */
  @Get('people')
  @RequirePermission('pages.review', 'pages.edit-all', 'pages.edit-own')
  people(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PeopleDto,
  ) {
    return this.comments.people(context, number, query);
  }
}
