import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';

/** A method of a controller. Whether it is a route is for its metadata to say. */
export interface ControllerMethod {
  readonly controller: Type<object>;
  readonly name: string;
  readonly method: object;
}

/** A method that answers requests, at one of its paths. */
export interface Route extends ControllerMethod {
  /** In capitals, such as `POST`. */
  readonly verb: string;
  /** As Fastify knows it: `/editor/audit/:id`. */
  readonly path: string;
}

/** Every route of an application. */
export const routesOf = (modules: ModulesContainer): readonly Route[] =>
  controllerMethods(modules).flatMap((each) => {
    const verb: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, each.method);
    if (verb === undefined) return [];
    return pathsOf(each.controller).flatMap((prefix) =>
      pathsOf(each.method).map((path) => ({
        ...each,
        verb: RequestMethod[verb],
        path: joined(prefix, path),
      })),
    );
  });

/** What a decorator says of a route: of the method itself, else of its controller. */
export const metadataOf = <Value>(key: string, { method, controller }: ControllerMethod): Value | undefined =>
  Reflect.getMetadata(key, method) ?? Reflect.getMetadata(key, controller);

function pathsOf(place: object): readonly string[] {
  const path: string | readonly string[] | undefined = Reflect.getMetadata(PATH_METADATA, place);
  return typeof path === 'string' ? [path] : (path ?? ['']);
}

const joined = (prefix: string, path: string): string =>
  `/${[...prefix.split('/'), ...path.split('/')].filter((part) => part !== '').join('/')}`;

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
