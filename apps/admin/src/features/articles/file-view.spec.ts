import { Schema } from '@tiptap/pm/model';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FileView } from './file-view';
import './messages-editor';

const { nodes } = new Schema({
  nodes: {
    doc: { content: '(image | file)*' },
    text: {},
    image: { attrs: { file: {}, alt: {} } },
    file: { attrs: { file: {}, label: { default: null } } },
  },
});
const answers = (answer: () => Promise<Response>) => {
  const fetch = vi.fn(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const refusal = (status: number) => (): Promise<Response> =>
  Promise.resolve(Response.json({ status }, { status }));
const file = (id: string, label?: string): FileView => new FileView(nodes.file.create({ file: id, label }));
const image = (id: string): HTMLElement => {
  const { dom } = new FileView(nodes.image.create({ file: id, alt: 'A door' }));
  dom.querySelector('img')?.dispatchEvent(new Event('error'));
  return dom;
};
const shows = async (dom: HTMLElement, text: string): Promise<void> =>
  vi.waitFor(() => expect(dom.textContent).toBe(text));

describe('a file in the text', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('shows its name, asked for once', async () => {
    const fetch = answers(() => Promise.resolve(Response.json({ name: 'prices.pdf' })));
    await shows(file('a').dom, 'prices.pdf');
    await shows(file('a', 'Prices').dom, 'Prices (prices.pdf)');
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is called deleted only when the server says so', async () => {
    answers(refusal(404));
    await shows(file('b').dom, 'This file has been deleted');
    await shows(image('c'), 'This file has been deletedA door');
  });

  it.each([
    ['there is no connection', (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server is overloaded', refusal(503)],
  ])('is called unavailable while %s, and asked for again', async (why, fails) => {
    answers(fails);
    await shows(file(why).dom, 'This file couldn’t be loaded');
    await shows(image(`${why}, picture`), 'This file couldn’t be loadedA door');
    answers(() => Promise.resolve(Response.json({ name: 'later.pdf' })));
    await shows(file(why).dom, 'later.pdf');
  });
});
