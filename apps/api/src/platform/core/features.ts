import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';

/** Something that features register with an area below them, such as their tables or their settings. */
export interface ExtensionPoint<Item> {
  readonly key: symbol;
  /** Only for the compiler: what is registered here. */
  readonly item?: Item;
}

export const extensionPoint = <Item>(name: string): ExtensionPoint<Item> => ({ key: Symbol(name) });

/**
 * On a feature's module: what the feature registers. It stands there as data, because migrations and the configuration file
 * are read before Nest is up; what needs services registers itself in the constructor of one.
 */
export const Registers =
  <Item>(point: ExtensionPoint<Item>, ...items: readonly Item[]): ClassDecorator =>
  (module) =>
    Reflect.defineMetadata(point.key, [...registered(point, module), ...items], module);

type ModuleReference = Type<object> | DynamicModule | ForwardReference;

/** What the features of a list of modules, and of the modules these import, have registered. */
export class Features {
  private readonly modules = new Set<object>();

  constructor(modules: readonly ModuleReference[]) {
    for (const module of modules) this.add(module);
  }

  of<Item>(point: ExtensionPoint<Item>): readonly Item[] {
    return [...this.modules].flatMap((module) => registered(point, module));
  }

  private add(reference: ModuleReference): void {
    const module: Type<object> = classOf(reference);
    if (this.modules.has(module)) return;
    this.modules.add(module);
    const imports: readonly ModuleReference[] = Reflect.getMetadata('imports', module) ?? [];
    for (const imported of imports) this.add(imported);
  }
}

function registered<Item>({ key }: ExtensionPoint<Item>, module: object): readonly Item[] {
  return Reflect.getOwnMetadata(key, module) ?? [];
}

function classOf(reference: ModuleReference): Type<object> {
  if ('forwardRef' in reference) return reference.forwardRef();
  return 'module' in reference ? reference.module : reference;
}
