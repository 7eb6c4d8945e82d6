import type { ExecutionContext, Type } from '@nestjs/common';
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

/**
 * The class that a decorated parameter is declared with, so that its decorator does not have to name it again.
 * @throws Error for what is no class at runtime: an interface, or a class imported as a type only
 */
export function declaredType(target: object, key: string | symbol | undefined, index: number): Type<object> {
  const types: readonly unknown[] | undefined = key && Reflect.getMetadata('design:paramtypes', target, key);
  const type = types?.[index];
  if (isClass(type)) return type;
  throw new Error(
    `Parameter ${index} of ${target.constructor.name}.${String(key)} has to be declared with a class.`,
  );
}

const isClass = (type: unknown): type is Type<object> => typeof type === 'function' && type !== Object;
