import { mount } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { hasUnsavedChanges } from '../app/dirty';
import { Problem } from '../app/problem';
import { type ServerForm, useServerForm } from './useServerForm';

interface Fields {
  name: string;
  tags: readonly string[];
}

function form(save: (fields: Fields) => Promise<unknown>): {
  readonly form: ServerForm<Fields>;
  leave(): void;
} {
  let made: ServerForm<Fields> | undefined;
  const wrapper = mount(
    defineComponent(() => {
      made = useServerForm<Fields>({ name: '', tags: [] }, save);
      return () => h('p');
    }),
  );
  if (!made) throw new Error('not set up');
  return { form: made, leave: () => wrapper.unmount() };
}

describe('a form over something of the server', () => {
  it('is dirty while a value differs, and clean again when the change is taken back by hand (UX-19)', async () => {
    const { form: edited, leave } = form(() => Promise.resolve());
    edited.reset({ name: 'Anna', tags: ['a'] });
    expect(edited.isDirty.value).toBe(false);
    edited.state.name = 'Annabel';
    await Promise.resolve();
    expect(edited.isDirty.value).toBe(true);
    expect(hasUnsavedChanges()).toBe(true);
    edited.state.name = 'Anna';
    await Promise.resolve();
    expect(edited.isDirty.value).toBe(false);
    expect(hasUnsavedChanges()).toBe(false);
    leave();
  });

  it('sends one save at a time (UX-20)', async () => {
    let finish: () => void = () => undefined;
    const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { form: edited } = form(save);
    edited.state.name = 'x';
    const first = edited.submit();
    expect(await edited.submit()).toBe(false);
    finish();
    expect(await first).toBe(true);
    expect(save).toHaveBeenCalledTimes(1);
    expect(edited.isDirty.value).toBe(false);
  });

  it('puts the words of the server at their field, and keeps what is typed', async () => {
    const refusal = { detail: 'No.', errors: [{ field: 'name', message: 'name is too long' }] };
    const { form: edited } = form(() => Promise.reject(new Problem(422, refusal, 'r-1')));
    edited.state.name = 'typed';
    expect(await edited.submit()).toBe(false);
    expect(edited.errors.value).toEqual({ name: 'name is too long' });
    expect(edited.state.name).toBe('typed');
    expect(edited.isDirty.value).toBe(true);
  });

  it('says so when someone else saved in the meantime (UX-20)', async () => {
    const { form: edited } = form(() => Promise.reject(new Problem(412, { code: 'changed-meanwhile' }, '')));
    edited.state.name = 'mine';
    await edited.submit();
    expect(edited.hasConflict.value).toBe(true);
    expect(edited.state.name).toBe('mine');
  });

  it('does not guard a page that was left', async () => {
    const { form: edited, leave } = form(() => Promise.resolve());
    edited.state.name = 'x';
    await Promise.resolve();
    leave();
    expect(hasUnsavedChanges()).toBe(false);
  });
});
