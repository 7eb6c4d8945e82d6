import ui from '@nuxt/ui/vue-plugin';
import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { i18n } from '../app/i18n';
import SearchField from './SearchField.vue';

describe('a search field', () => {
  it('has one cross to clear it, its own, and only where there is something to clear', async () => {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/', component: SearchField }],
    });
    const field = mount(SearchField, {
      props: { modelValue: '', label: 'Search messages' },
      global: { plugins: [router, ui, i18n] },
      attachTo: document.body,
    });
    const input = field.find<HTMLInputElement>('input[type=search]');
    expect(input.classes()).toContain('[&::-webkit-search-cancel-button]:hidden');
    expect(field.findAll('button')).toHaveLength(0);
    await input.setValue('zora');
    expect(field.findAll('button').map((one) => one.attributes('aria-label'))).toEqual(['Clear search']);
    await field.find('button').trigger('click');
    expect(input.element.value).toBe('');
  });
});
