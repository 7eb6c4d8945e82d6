import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyRequest } from 'fastify';
import type { SettingName } from './setting-definitions.js';

/** Below this stand the groups. */
export const SETTINGS_PATH = `${EDITOR_PATH}/settings`;

/**
 * The setting that a route names, or its group: each has a route of its own (see the module). They are read from the
 * route, not from the request's address: whatever way of writing it led here.
 */
export const Named = createParamDecorator((_data: unknown, context: ExecutionContext): SettingName => {
  const { url = '' } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
  const [group = '', name = ''] = url.slice(SETTINGS_PATH.length + 1).split('/');
  return { group, name };
});
