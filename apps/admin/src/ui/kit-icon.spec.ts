import ui from '@nuxt/ui/vue-plugin';
import UButton from '@nuxt/ui/components/Button.vue';
import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';

it('draws the icons of the kit', () => {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] });
  const button = mount(UButton, {
    props: { icon: 'i-lucide-search', label: 'Search' },
    global: { plugins: [router, ui] },
  });
  const icon = button.get('svg');
  expect(icon.attributes()).toMatchObject({ 'aria-hidden': 'true', viewBox: '0 0 24 24' });
  expect(icon.classes()).toContain('size-4');
  expect(icon.element.innerHTML).toContain('<path');
});
