import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';

/**
 * Reads a decorator's value of the route at hand, its controller's when the handler has none. Kept per handler: reading
 * metadata costs more than most guards do.
 */
export function routeMetadata<Value>(
  reflector: Reflector,
  key: string,
): (context: ExecutionContext) => Value | undefined {
  const known = new WeakMap<object, { readonly value: Value | undefined }>();
  return (context) => {
    const handler = context.getHandler();
    const cached = known.get(handler);
    if (cached) return cached.value;
    const value = reflector.getAllAndOverride<Value | undefined>(key, [handler, context.getClass()]);
    known.set(handler, { value });
    return value;
  };
}
