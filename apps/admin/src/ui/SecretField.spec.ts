import { SECRET_MASK } from '@sitedesk/contract/settings';
import { mount, type VueWrapper } from '@vue/test-utils';
import ui from '@nuxt/ui/vue-plugin';
import { describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { i18n } from '../app/i18n';
import SecretField from './SecretField.vue';

const STORED = { isSet: true, updatedAt: '2026-05-03T10:00:00.000Z' };

function field(modelValue: string, stored: typeof STORED | null, disabled = false): VueWrapper {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: SecretField }],
  });
  const wrapper: VueWrapper = mount(SecretField, {
    props: {
      modelValue,
      stored,
      disabled,
      label: 'Secret key',
      'onUpdate:modelValue': (value: string) => void wrapper.setProps({ modelValue: value }),
    },
    global: { plugins: [router, ui, i18n] },
    attachTo: document.body,
  });
  return wrapper;
}

const button = (wrapper: VueWrapper, text: string) => {
  const found = wrapper.findAll('button').find((one) => one.text() === text);
  if (!found) throw new Error(`There is no button ${text}.`);
  return found;
};

describe('a secret in a form (UX-29)', () => {
  it('says when it was set, and never shows it', () => {
    const wrapper = field(SECRET_MASK, STORED);
    expect(wrapper.text()).toContain('Set on');
    expect(wrapper.find('input').exists()).toBe(false);
  });

  it('is replaced by what is typed; left empty, the old one stays', async () => {
    const wrapper = field(SECRET_MASK, STORED);
    await button(wrapper, 'Replace').trigger('click');
    await wrapper.find('input').trigger('blur');
    expect(wrapper.props()).toMatchObject({ modelValue: SECRET_MASK });
    await button(wrapper, 'Replace').trigger('click');
    await wrapper.find('input').setValue('a new one');
    expect(wrapper.find('input').attributes('type')).toBe('password');
    expect(wrapper.props()).toMatchObject({ modelValue: 'a new one' });
    await button(wrapper, 'Keep current value').trigger('click');
    expect(wrapper.props()).toMatchObject({ modelValue: SECRET_MASK });
  });

  it('goes only after it was said so, and can be kept', async () => {
    const wrapper = field(SECRET_MASK, STORED);
    await button(wrapper, 'Remove').trigger('click');
    expect(wrapper.text()).toContain('removed when you save');
    expect(wrapper.props()).toMatchObject({ modelValue: '' });
    await button(wrapper, 'Keep current value').trigger('click');
    expect(wrapper.props()).toMatchObject({ modelValue: SECRET_MASK });
  });

  it('offers nothing where something above sets it', () => {
    expect(field(SECRET_MASK, STORED, true).findAll('button')).toEqual([]);
  });

  it('is a stored one again once the new one is saved', async () => {
    const wrapper = field(SECRET_MASK, STORED);
    await button(wrapper, 'Replace').trigger('click');
    await wrapper.find('input').setValue('a new secret');
    await wrapper.setProps({ modelValue: SECRET_MASK }); // as the form does with the answer
    expect(wrapper.find('input').exists()).toBe(false);
    expect(wrapper.text()).toContain('Set on');
  });
});
