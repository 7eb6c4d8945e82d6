import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { Answer } from '../app/http';
import { Problem } from '../app/problem';
import { useVersionedForm, type VersionedForm } from './useVersionedForm';

enableAutoUnmount(afterEach);

interface Fields {
  name: string;
}
const answerOf = (version: number, name: string): Answer<Fields> => ({
  body: { name },
  etag: `"v${version}"`,
  status: 200,
});

/** A server that keeps one name, trimmed, and refuses a version that is not its own. */
function edited(): { form: VersionedForm<Fields>; read(): Promise<void>; others(name: string): void } {
  let stored = answerOf(1, 'first');
  const answer = shallowRef<Answer<Fields>>();
  const read = (): Promise<void> => Promise.resolve(void (answer.value = stored));
  let form: VersionedForm<Fields> | undefined;
  mount(
    defineComponent(() => {
      form = useVersionedForm<Fields, Fields>({
        answer: () => answer.value,
        empty: { name: '' },
        read: ({ name }) => ({ name }),
        save: ({ name }, ifMatch) => {
          if (ifMatch !== stored.etag)
            return Promise.reject(new Problem(412, { code: 'changed-meanwhile' }, ''));
          stored = answerOf(Number(ifMatch?.match(/\d+/)?.[0]) + 1, name.trim());
          return Promise.resolve(stored);
        },
        refresh: read,
      });
      return () => h('p');
    }),
  );
  if (!form) throw new Error('not set up');
  return {
    form,
    read,
    others: (name) => void (stored = answerOf(Number(stored.etag?.match(/\d+/)?.[0]) + 1, name)),
  };
}

it('is filled when the answer comes, and has after a save what the server made of it', async () => {
  const { form, read } = edited();
  await read();
  await flushPromises();
  expect(form.state.name).toBe('first');
  form.state.name = '  second ';
  expect(await form.submit()).toBe(true);
  expect([form.state.name, form.isDirty.value]).toEqual(['second', false]);
});

it('takes over what others save, but not over what is typed', async () => {
  const { form, read, others } = edited();
  await read();
  await flushPromises();
  others('theirs');
  await read();
  await flushPromises();
  expect(form.state.name).toBe('theirs');
  form.state.name = 'mine';
  others('theirs again');
  await read();
  await flushPromises();
  expect(form.state.name).toBe('mine');
  expect(await form.submit()).toBe(false);
  expect(form.hasConflict.value).toBe(true);
});

it('offers after a conflict to take theirs, or to save over it', async () => {
  const refused = async (): Promise<ReturnType<typeof edited>> => {
    const one = edited();
    await one.read();
    await flushPromises();
    one.others('theirs');
    one.form.state.name = 'mine';
    expect(await one.form.submit()).toBe(false);
    return one;
  };
  const { form } = await refused();
  await form.reload();
  expect([form.state.name, form.hasConflict.value]).toEqual(['theirs', false]);
  const other = await refused();
  expect(await other.form.overwrite()).toBe(true);
  await other.read();
  await flushPromises();
  expect([other.form.state.name, other.form.isDirty.value]).toEqual(['mine', false]);
});
