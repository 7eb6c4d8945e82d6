import { tv } from '@nuxt/ui/utils/tv';

/** What a component hands over: its theme, and what the configuration changes in it. */
interface Look {
  readonly extend: object;
}
type Variants = Readonly<Record<string, unknown>>;
type Classes = (variants?: Variants) => unknown;

/** Typed by the theme; here any theme passes. */
const compile = tv as unknown as (look: Look) => Classes;
const compiled = new WeakMap<object, Map<string, Classes>>();

/**
 * Classes by variants, for the components of the kit in place of its own `utils/tv` (vite.config.ts). The kit compiles a theme for
 * each instance of a component: most of what drawing a button takes. Here it is compiled once, and each of its looks is made once.
 */
function sharedTv(look: Look): Classes {
  const ofTheme = compiled.get(look.extend) ?? new Map<string, Classes>();
  compiled.set(look.extend, ofTheme);
  return remembered(ofTheme, { ...look, extend: undefined }, () => {
    const classes = compile(look);
    const made = new Map<string, unknown>();
    return (variants) => remembered(made, variants, () => classes(variants));
  });
}
export { sharedTv as tv };

/** Neither themes nor variants hold functions, which such a key would leave out. */
function remembered<Value>(known: Map<string, Value>, words: unknown, make: () => Value): Value {
  const key = JSON.stringify(words ?? {});
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
