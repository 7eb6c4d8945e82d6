import { type FunctionalComponent, h } from 'vue';

const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  'aria-hidden': true,
  role: 'img',
  class: 'iconify',
  width: '1em',
  height: '1em',
  viewBox: '0 0 24 24', // Lucide's
};
/** The icons by name: `lucide-search`. Each is part of the page; none is looked for elsewhere. */
const drawn = new Map<string, Readonly<Record<string, unknown>>>();

/**
 * Makes an icon known. The kit calls it for those of the first load, and screens bring their own (vite.config.ts).
 * @param name as collections spell it: `lucide:search`
 */
export function addIcon(name: string, { body }: { readonly body: string }): void {
  drawn.set(name.replace(':', '-'), { ...ATTRIBUTES, innerHTML: body });
}

/** An icon, in place of the kit's (vite.config.ts), which is three components that wait for what may still be loaded. */
const KitIcon: FunctionalComponent<{ readonly name: string }> = ({ name }) =>
  h('svg', { ...(drawn.get(name.replace(/^i-/, '').replace(':', '-')) ?? ATTRIBUTES) });
KitIcon.props = ['name'];
export default KitIcon;
