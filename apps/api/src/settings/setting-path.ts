import { createParamDecorator, type ExecutionContext, NotFoundException } from '@nestjs/common';
import { EDITOR_PATH, SETTING_GROUPS, type SettingGroup } from '@sitedesk/contract';
import type { FastifyRequest } from 'fastify';
import { findSetting, type SettingDefinition, SETTINGS } from './setting-definitions.js';

/** Below this stand the groups. */
export const SETTINGS_PATH = `${EDITOR_PATH}/settings`;

/** A route for each setting: they are words of ours and no ids, so none but these exist. */
export const SETTING_PATHS = SETTINGS.map(({ group, name }) => `${group}/${name}`);

/** The group that a route names. */
export const NamedGroup = createParamDecorator((_data: unknown, context: ExecutionContext): SettingGroup => {
  const [word] = wordsOf(context);
  const group = SETTING_GROUPS.find((known) => known === word);
  if (!group) throw new NotFoundException();
  return group;
});

/** The setting that a route of {@link SETTING_PATHS} names. */
export const NamedSetting = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SettingDefinition => {
    const [group = '', name = ''] = wordsOf(context);
    const definition = findSetting(group, name);
    if (!definition) throw new NotFoundException();
    return definition;
  },
);

/** Of the route, not of the request's address: whatever way of writing it led here. */
function wordsOf(context: ExecutionContext): readonly string[] {
  const { url = '' } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
  return url.slice(SETTINGS_PATH.length + 1).split('/');
}
