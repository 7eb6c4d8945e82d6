import { flushPromises, mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { defineComponent, h, shallowRef } from 'vue';
import type { Answer } from '../app/http';
import { Problem } from '../app/problem';
import { useVersionedForm, type VersionedForm } from './useVersionedForm';

interface Fields {
  name: string;
  note: string;
}
const answerOf = (version: number, body: Fields): Answer<Fields> => ({
  body,
  etag: `"v${version}"`,
  status: 200,
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** A server that keeps a name, trimmed, and a note, and refuses a version that is not its own. */
function edited(): {
  form: VersionedForm<Fields>;
  read(): Promise<void>;
  others(fields: Fields): void;
  stored(): Fields;
  /** Reading what is stored takes until this is called. */
  slowly(): () => void;
} {
  let stored = answerOf(1, { name: 'first', note: '' });
  const next = (fields: Fields): Answer<Fields> =>
    (stored = answerOf(Number(stored.etag?.match(/\d+/)?.[0]) + 1, fields));
  const answer = shallowRef<Answer<Fields>>();
  const read = (): Promise<void> => Promise.resolve(void (answer.value = stored));
  let slow: Promise<void> | undefined;
  let form: VersionedForm<Fields> | undefined;
  mount(
    defineComponent(() => {
      form = useVersionedForm<Fields, Fields>({
        answer: () => answer.value,
        empty: { name: '', note: '' },
        read: ({ name, note }) => ({ name, note }),
        save: ({ name, note }, ifMatch) => {
          if (ifMatch !== stored.etag)
            return Promise.reject(new Problem(412, { code: 'changed-meanwhile' }, ''));
          return Promise.resolve(next({ name: name.trim(), note }));
        },
        refresh: () => (slow ?? Promise.resolve()).then(read),
        labelOf: (field) => `The ${field}`,
      });
      return () => h('p');
    }),
  );
  if (!form) throw new Error('not set up');
  const slowly = (): (() => void) => {
    const { promise, resolve } = deferred();
    slow = promise;
    return resolve;
  };
  return { form, read, others: next, stored: () => stored.body, slowly };
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

it('saves what is typed during a save after it', async () => {
  const { form, read, stored, slowly } = edited();
  await read();
  await flushPromises();
  const goOn = slowly();
  form.state.name = 'second';
  const first = form.submit();
  await flushPromises();
  form.state.note = 'typed since';
  const second = form.submit();
  goOn();
  expect([await first, await second]).toEqual([true, true]);
  expect([stored(), form.isDirty.value]).toEqual([{ name: 'second', note: 'typed since' }, false]);
});

it('takes over what others save, but not over what is typed', async () => {
  const { form, read, others } = edited();
  await read();
  await flushPromises();
  others({ name: 'theirs', note: '' });
  await read();
  await flushPromises();
  expect(form.state.name).toBe('theirs');
  form.state.name = 'mine';
  others({ name: 'theirs again', note: '' });
  await read();
  await flushPromises();
  expect(form.state.name).toBe('mine');
  expect(await form.submit()).toBe(false);
  expect(form.hasConflict.value).toBe(true);
});

describe('after a save that someone else was ahead of', () => {
  const refused = async (theirs: Fields, mine: Partial<Fields>): Promise<ReturnType<typeof edited>> => {
    const one = edited();
    await one.read();
    await flushPromises();
    one.others(theirs);
    Object.assign(one.form.state, mine);
    expect(await one.form.submit()).toBe(false);
    return one;
  };

  it('is busy until both are merged, so that a save in between is not lost', async () => {
    const { form, read, others, stored, slowly } = edited();
    await read();
    await flushPromises();
    form.state.name = 'mine';
    others({ name: 'theirs', note: '' });
    const finish = slowly();
    const refused = form.submit();
    await flushPromises();
    expect([form.isSaving.value, form.hasConflict.value]).toEqual([true, false]);
    const meanwhile = form.submit();
    finish();
    // The second one doesn't decide for the person, who hasn't seen yet what the others have saved.
    expect([await refused, await meanwhile]).toEqual([false, false]);
    expect(stored().name).toBe('theirs');
    expect([form.isSaving.value, form.hasConflict.value]).toEqual([false, true]);
    expect(await form.submit()).toBe(true);
    expect(stored().name).toBe('mine');
  });

  it('shows both values of a field that both have changed, and saves the one that is kept', async () => {
    const { form, stored } = await refused({ name: 'theirs', note: '' }, { name: 'mine' });
    expect(form.conflicts.value).toMatchObject([
      { label: 'The name', mine: 'mine', theirs: 'theirs', isMine: true },
    ]);
    expect([form.state.name, form.hasConflict.value]).toEqual(['mine', true]);
    expect(await form.submit()).toBe(true);
    expect([stored().name, form.hasConflict.value, form.conflicts.value]).toEqual(['mine', false, []]);
  });

  it('keeps theirs, and what was typed can still be had', async () => {
    const { form, stored } = await refused({ name: 'theirs', note: '' }, { name: 'mine' });
    form.conflicts.value[0]?.keep('theirs');
    expect([form.state.name, form.isDirty.value, form.hasConflict.value]).toEqual(['theirs', false, true]);
    expect(form.conflicts.value).toMatchObject([{ mine: 'mine', theirs: 'theirs', isMine: false }]);
    form.conflicts.value[0]?.keep('mine');
    form.state.name = 'mine, edited';
    form.conflicts.value[0]?.keep('theirs');
    form.conflicts.value[0]?.keep('mine');
    expect(form.state.name).toBe('mine, edited');
    form.conflicts.value[0]?.keep('theirs');
    expect(await form.submit()).toBe(true);
    expect([stored().name, form.hasConflict.value]).toEqual(['theirs', false]);
  });

  it('takes over what they changed elsewhere, and says so', async () => {
    const { form, stored } = await refused({ name: 'first', note: 'theirs' }, { name: 'mine' });
    expect([form.conflicts.value, form.takenOver.value]).toEqual([[], ['The note']]);
    expect({ ...form.state }).toEqual({ name: 'mine', note: 'theirs' });
    expect(await form.submit()).toBe(true);
    expect(stored()).toEqual({ name: 'mine', note: 'theirs' });
  });

  it('goes on when a third one was ahead as well', async () => {
    const { form, others, stored } = await refused({ name: 'theirs', note: '' }, { name: 'mine' });
    others({ name: 'a third one', note: '' });
    expect(await form.submit()).toBe(false);
    expect(form.conflicts.value).toMatchObject([{ mine: 'mine', theirs: 'a third one' }]);
    expect(await form.submit()).toBe(true);
    expect(stored().name).toBe('mine');
  });

  it('discards what was typed only when told to', async () => {
    const { form } = await refused({ name: 'theirs', note: '' }, { name: 'mine' });
    form.discard();
    expect([form.state.name, form.hasConflict.value, form.isDirty.value]).toEqual(['theirs', false, false]);
  });
});
