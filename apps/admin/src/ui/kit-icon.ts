import { buildIcon, getIcon } from '@iconify/vue';
import { type FunctionalComponent, h } from 'vue';

const drawn = new Map<string, Readonly<Record<string, unknown>>>();

/**
 * An icon, in place of the kit's (vite.config.ts): that one is three components that wait for what may still be loaded. Every
 * icon is part of the page.
 */
const KitIcon: FunctionalComponent<{ readonly name: string }> = ({ name }) =>
  h('svg', { ...(drawn.get(name) ?? draw(name)) });
KitIcon.props = ['name'];
export default KitIcon;

function draw(name: string): Readonly<Record<string, unknown>> {
  const icon = getIcon(name.replace(/^i-/, ''));
  const { attributes, body } = icon
    ? buildIcon(icon)
    : { attributes: { width: '1em', height: '1em' }, body: '' };
  const svg = {
    xmlns: 'http://www.w3.org/2000/svg',
    'aria-hidden': true,
    role: 'img',
    class: 'iconify',
    ...attributes,
    innerHTML: body,
  };
  if (icon) drawn.set(name, svg);
  return svg;
}
