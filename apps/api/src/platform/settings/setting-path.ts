import { createParamDecorator, type ExecutionContext, NotFoundException } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { SETTING_GROUPS, type SettingGroup } from '@sitedesk/contract/settings';
import type { FastifyRequest } from 'fastify';
import type { SettingName } from './setting-definitions.js';

/** Below this stand the groups. */
export const SETTINGS_PATH = `${EDITOR_PATH}/settings`;

/** The group that a route names. */
export const NamedGroup = createParamDecorator((_data: unknown, context: ExecutionContext): SettingGroup => {
  const [word] = wordsOf(context);
  const group = SETTING_GROUPS.find((known) => known === word);
  if (!group) throw new NotFoundException();
  return group;
});

/** The setting that a route names: there is one for each (see the module), as they are words of ours and no ids. */
export const NamedSetting = createParamDecorator((_data: unknown, context: ExecutionContext): SettingName => {
  const [word, name = ''] = wordsOf(context);
  const group = SETTING_GROUPS.find((known) => known === word);
  if (!group) throw new NotFoundException();
  return { group, name };
});

/** Of the route, not of the request's address: whatever way of writing it led here. */
function wordsOf(context: ExecutionContext): readonly string[] {
  const { url = '' } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
  return url.slice(SETTINGS_PATH.length + 1).split('/');
}
