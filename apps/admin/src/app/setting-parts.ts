import { type Component, defineAsyncComponent } from 'vue';
import { componentOf, features, NOTHING } from './features';

const settingParts = (part: 'note' | 'foot'): ReadonlyMap<string, Component> =>
  new Map(
    features.flatMap(({ settings }) => {
      const { groups = [], [part]: load } = settings ?? {};
      if (!load) return [];
      const component = defineAsyncComponent(() => load().then(componentOf, () => NOTHING));
      return groups.map((group) => [group, component] as const);
    }),
  );

/** What stands below each field of a group of settings. */
export const settingNotes = settingParts('note');
/** The same of what stands below all of them. */
export const settingFeet = settingParts('foot');
