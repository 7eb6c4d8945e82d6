import { IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import { createReadStream } from 'node:fs';
import { UnreadableExport } from './prepared-document.js';

/** Characters of one element. Above, its document is too large for an article anyway. */
const LONGEST = 8_000_000;
const DEEPEST = 64;

/** A row of a table of an export. */
export interface JsonElement {
  /** Key of the list that it's in. */
  readonly list: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Reads the objects of lists within `data` from a file of JSON, one after the other and never the file as a whole.
 * @param lists keys of the lists that are wanted
 * @throws UnreadableExport for what is no JSON
 */
export async function* jsonElements(path: string, lists: ReadonlySet<string>): AsyncGenerator<JsonElement> {
  const reader = new Reader(lists);
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(path)) {
    reader.read(decoder.decode(chunk as Buffer, { stream: true })); // of a stream without an encoding
    yield* reader.taken();
  }
  reader.read(decoder.decode());
  reader.end();
  yield* reader.taken();
}

/** Follows brackets and strings only: what is in an element is left to the parser of the language. */
class Reader {
  /** Open lists and objects, with the keys that they are at. */
  private readonly open: { readonly close: string; readonly key: string }[] = [];
  private elements: JsonElement[] = [];
  private isInString = false;
  private isEscaped = false;
  private string = '';
  private key = '';
  /** Parts of the element under way, and how deep its list is. */
  private parts: string[] | undefined;
  private length = 0;
  private base = 0;
  private isBegun = false;

  constructor(private readonly lists: ReadonlySet<string>) {}

  read(chunk: string): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk.charAt(at);
      if (this.isInString) {
        this.inString(sign);
        continue;
      }
      if (sign === '"') {
        this.isInString = true;
        this.string = '';
      } else if (sign === '{' || sign === '[') {
        if (this.parts === undefined && sign === '{' && this.isWanted()) {
          this.parts = [];
          this.base = this.open.length;
          from = at;
        }
        this.begin(sign);
      } else if (sign === '}' || sign === ']') {
        if (this.open.pop()?.close !== sign) throw new UnreadableExport(TEXTS.jsonBroken);
        if (this.parts && this.open.length === this.base) this.finish(chunk.slice(from, at + 1));
      } else if (sign === ':') this.key = this.string;
      else if (sign === ',') this.key = '';
    }
    if (this.parts) this.keep(chunk.slice(from));
  }

  /** @throws UnreadableExport */
  end(): void {
    if (!this.isBegun || this.open.length > 0) throw new UnreadableExport(TEXTS.jsonBroken);
  }

  taken(): readonly JsonElement[] {
    const { elements } = this;
    this.elements = [];
    return elements;
  }

  private inString(sign: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (sign === '\\') this.isEscaped = true;
    else if (sign === '"') this.isInString = false;
    else if (this.string.length < 100 && this.parts === undefined) this.string += sign;
  }

  private isWanted(): boolean {
    const list = this.open.at(-1);
    return list?.close === ']' && this.lists.has(list.key) && this.open.at(-2)?.key === 'data';
  }

  private begin(sign: '{' | '['): void {
    if (!this.isBegun && sign !== '{') throw new UnreadableExport(TEXTS.notGhost);
    if (this.open.length > DEEPEST) throw new UnreadableExport(TEXTS.tooDeep);
    this.isBegun = true;
    this.open.push({ close: sign === '{' ? '}' : ']', key: this.key });
    this.key = '';
  }

  private keep(part: string): void {
    this.length += part.length;
    if (this.length > LONGEST) throw new UnreadableExport(TEXTS.exportTextLarge);
    this.parts?.push(part);
  }

  private finish(part: string): void {
    this.keep(part);
    const text = (this.parts ?? []).join('');
    this.parts = undefined;
    this.length = 0;
    try {
      const value = JSON.parse(text) as JsonElement['value']; // an object, by its first character
      this.elements.push({ list: this.open.at(-1)?.key ?? '', value });
    } catch {
      throw new UnreadableExport(TEXTS.jsonBroken);
    }
  }
}
