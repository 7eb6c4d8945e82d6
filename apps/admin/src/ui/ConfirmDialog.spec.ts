import ui from '@nuxt/ui/vue-plugin';
import { flushPromises, mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { i18n } from '../app/i18n';
import ConfirmDialog from './ConfirmDialog.vue';

/** The buttons of an open dialog, which stands outside the component that opens it. */
async function buttons(undoable: boolean, text?: string): Promise<Record<string, string>> {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: ConfirmDialog }],
  });
  mount(ConfirmDialog, {
    props: {
      open: true,
      title: 'Archive 3 messages?',
      confirmLabel: 'Archive',
      undoable,
      action: () => Promise.resolve(),
    },
    slots: text ? { default: text } : {},
    global: { plugins: [router, ui, i18n] },
    attachTo: document.body,
  });
  await flushPromises();
  const found = [...document.querySelectorAll('[role=dialog] button')];
  return Object.fromEntries(found.map((one) => [one.textContent.trim(), one.className]));
}

describe('a question before an action', () => {
  it('warns in red of what is final, and of nothing else', async () => {
    expect((await buttons(true))['Archive']).toMatch(/\bbg-primary\b/);
  });

  it('is red where there is no way back', async () => {
    expect((await buttons(false))['Archive']).toMatch(/\bbg-error\b/);
  });

  it.each([undefined, 'They leave the inbox.'])('has a middle only for a text: %s', async (text) => {
    await buttons(true, text);
    expect(document.querySelector('[role=dialog] [data-slot=body]')?.textContent.trim()).toBe(text);
  });
});
