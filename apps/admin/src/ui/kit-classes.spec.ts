import UBadge from '@nuxt/ui/components/Badge.vue';
import * as kit from '@nuxt/ui/utils/tv';
import { mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { h } from 'vue';
import { tv } from './kit-classes';

vi.hoisted(() => vi.resetModules()); // another test file may have loaded it without the spy
vi.mock('@nuxt/ui/utils/tv', { spy: true });

const theme = {
  slots: { base: 'rounded p-1', label: 'truncate' },
  variants: { size: { sm: { base: 'p-2' }, lg: { base: 'p-3', label: 'font-bold' } } },
  defaultVariants: { size: 'sm' },
};
const wide = { extend: theme, variants: { size: { lg: { base: 'p-5' } } } };

it('compiles the theme of a kit component once for all its instances', () => {
  const badges = mount(() => ['a', 'b', 'c'].map((label) => h(UBadge, { label })));
  expect(badges.findAll('[data-slot="base"]').map((badge) => badge.text())).toEqual(['a', 'b', 'c']);
  expect(kit.tv).toHaveBeenCalledTimes(1);
});

it.each([
  [{ extend: theme }, undefined, {}],
  [{ extend: theme }, { size: 'sm' }, {}],
  [{ extend: theme }, { size: 'lg' }, { class: ['p-4', undefined] }],
  [{ extend: theme }, { size: 'lg' }, { class: 'm-1' }],
  [wide, { size: 'lg' }, {}],
  [wide, { size: 'sm' }, { class: 'p-0' }],
])('answers with the classes of the kit: %j %j %j', (look, variants, more) => {
  const { base, label } = classesOf(tv(look)(variants));
  const own = classesOf((kit.tv as unknown as typeof tv)(look)(variants));
  expect([base(more), label(more)]).toEqual([own.base(more), own.label(more)]);
});

interface Slots {
  base(more: object): string;
  label(more: object): string;
}
const classesOf = (slots: unknown): Slots => slots as Slots; // of the theme above
