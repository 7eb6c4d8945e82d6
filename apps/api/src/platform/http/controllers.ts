import type { Type } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';

/** A method of a controller. Whether it is a route is for its metadata to say. */
export interface ControllerMethod {
  readonly controller: Type<object>;
  readonly name: string;
  readonly method: object;
}

/** Every method of every controller of an application, each controller once. */
export function controllerMethods(modules: ModulesContainer): readonly ControllerMethod[] {
  const controllers = new Set<Type<object>>();
  for (const module of modules.values())
    for (const { metatype } of module.controllers.values()) if (isClass(metatype)) controllers.add(metatype);
  return [...controllers].flatMap(methodsOf);
}

function methodsOf(controller: Type<object>): readonly ControllerMethod[] {
  const prototype: object = controller.prototype;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const method: unknown = Reflect.get(prototype, name);
    return typeof method === 'function' ? [{ controller, name, method }] : [];
  });
}

const isClass = (metatype: unknown): metatype is Type<object> =>
  typeof metatype === 'function' && typeof metatype.prototype === 'object';
