import ui from '@nuxt/ui/vue-plugin';
import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { i18n } from '../app/i18n';
import DataTable from './DataTable.vue';

/** @param isNarrow whether the screen is a phone's */
function screen(isNarrow: boolean): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isNarrow,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function list(count: number, drawn: string[] = []): VueWrapper {
  const rows = Array.from({ length: count }, (_none, index) => ({ id: `id-${index}`, name: `Row ${index}` }));
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: {} }],
  });
  return mount(DataTable<{ id: string; name: string }>, {
    props: {
      label: 'Things',
      columns: [{ key: 'name', label: 'Name' }],
      rows,
      rowLabel: ({ name }) => name,
      selectable: true,
      steady: true,
    },
    slots: {
      'cell-name': ({ row }: { row: { name: string } }) => {
        drawn.push(row.name);
        return `cell of ${row.name}`;
      },
      card: ({ row }: { row: { name: string } }) => `card of ${row.name}`,
    },
    global: { plugins: [router, ui, i18n] },
    attachTo: document.body,
  });
}

describe('a list', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = (): void => undefined;
        disconnect = (): void => undefined;
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  it('draws a row once: its cells where there is room, its card on a phone', () => {
    screen(false);
    expect(
      list(3)
        .findAll('[data-row]')
        .map((row) => row.text()),
    ).toEqual(['cell of Row 0', 'cell of Row 1', 'cell of Row 2']);
    screen(true);
    expect(
      list(2)
        .findAll('[data-row]')
        .map((row) => row.text()),
    ).toEqual(['card of Row 0', 'card of Row 1']);
  });

  it('draws of many rows only those near the screen, and keeps room for the others', () => {
    screen(false);
    const wrapper = list(5_000);
    const drawn = wrapper.findAll('[data-row]');
    expect(drawn.length).toBeGreaterThan(10);
    expect(drawn.length).toBeLessThan(200);
    expect(wrapper.find('table').attributes('aria-rowcount')).toBe('5001');
    expect(drawn[0]?.attributes('aria-rowindex')).toBe('2');
    const room = wrapper.findAll('tbody > tr[aria-hidden]').at(-1)?.attributes('style') ?? '';
    expect(Number(/height: (\d+)/.exec(room)?.[1])).toBeGreaterThan(100_000);
  });

  it('selects nothing before there is a row', () => {
    screen(false);
    const [empty, filled] = [list(0), list(2)];
    const box = 'thead input[type=checkbox]';
    expect((empty.find(box).element as HTMLInputElement).disabled).toBe(true);
    expect((filled.find(box).element as HTMLInputElement).disabled).toBe(false);
  });

  it('selects without drawing a row again (steady)', async () => {
    screen(false);
    const drawn: string[] = [];
    const wrapper = list(3, drawn);
    drawn.length = 0;
    await wrapper.setProps({ selected: ['id-0', 'id-2'] });
    const boxes = wrapper.findAll<HTMLInputElement>('[data-select]').map(({ element }) => element.checked);
    expect(boxes).toEqual([true, false, true]);
    expect(drawn).toEqual([]);
  });
});
