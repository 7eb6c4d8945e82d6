import { createParamDecorator, type ExecutionContext, NotFoundException } from '@nestjs/common';
import { noteInput } from '../../platform/http/request-input.js';

/** A path parameter that is a SHA-256 in hexadecimal digits. What can't be one names nothing: 404. */
export const ContentHash =
  (name: string): ParameterDecorator =>
  (target, key, index) => {
    noteInput(target, key, { ids: [name] });
    contentHash(name)(target, key, index);
  };

const contentHash = createParamDecorator((name: string, context: ExecutionContext): string => {
  const { params } = context.switchToHttp().getRequest<{ params: Readonly<Record<string, unknown>> }>();
  const value = params[name];
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/i.test(value)) throw new NotFoundException();
  return value.toLowerCase();
});
