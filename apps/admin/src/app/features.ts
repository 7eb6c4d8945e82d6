import type { Permission } from '@sitedesk/contract/permissions';
import { type Component, defineAsyncComponent } from 'vue';
import { type Feature, NAV_GROUPS, type NavEntry, type NavSection } from './feature';

/** Every folder of `features` with an `index.ts`; a new one joins by being there. */
const modules = import.meta.glob<{ readonly feature: Feature }>('../features/*/index.ts', { eager: true });

export const features: readonly Feature[] = Object.values(modules).map(({ feature }) => feature);

/** A page of settings. */
export interface SettingPage {
  /** Name of the route. */
  readonly name: string;
  readonly path: string;
  /** Key of its text. */
  readonly title: string;
  readonly icon: string;
  readonly permission: Permission | undefined;
  /** The server's groups that stand there. */
  readonly groups: readonly string[];
}

/** The pages of settings beside the settings page itself, in the order of the navigation. */
export const settingPages: readonly SettingPage[] = features
  .toSorted((one, other) => (one.nav?.order ?? 0) - (other.nav?.order ?? 0))
  .flatMap(({ settings, nav, routes: [first] }): readonly SettingPage[] =>
    settings && nav && first
      ? [
          {
            name: String(first.name),
            path: `/${first.path}`,
            title: first.meta?.title ?? '',
            icon: nav.icon,
            permission: first.meta?.permission,
            groups: settings.groups,
          },
        ]
      : [],
  );

export const componentOf = ({ default: component }: { readonly default: Component }): Component => component;
/** In place of a part that could not be loaded: the screens do without it. */
export const NOTHING: Component = { render: () => null };

const lazyParts = (part: 'header' | 'edge'): readonly Component[] =>
  features.flatMap(({ [part]: load }) =>
    load ? [defineAsyncComponent(() => load().then(componentOf, () => NOTHING))] : [],
  );

/** What stands in the header, each loaded when the shell is there. */
export const headerParts = lazyParts('header');
/** The same of what stands at the edge of every screen. */
export const edgeParts = lazyParts('edge');

const entries = features.flatMap(({ nav, routes: [first] }): readonly NavEntry[] =>
  nav && first ? [{ ...nav, route: String(first.name), label: first.meta?.title ?? '' }] : [],
);

/** The navigation, group by group, each in its order. */
export const navigation: readonly NavSection[] = NAV_GROUPS.map((group) => ({
  group,
  entries: entries.filter((entry) => entry.group === group).sort((one, other) => one.order - other.order),
})).filter((section) => section.entries.length > 0);
