import { type DocumentMark, type DocumentNode, isLinkAddress } from '@sitedesk/contract/documents';
import {
  externalIdOf,
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  importNote,
  type ImportNote,
} from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { canonicalJson } from '../../platform/core/canonical-json.js';
import type { RawNode } from './html-parts.js';
import { remoteAddress, type RemotePictures } from './remote-pictures.js';

/** What an address of the source means. */
export type Meaning =
  /** One that stays as it is. */
  | { readonly kind: 'kept'; readonly address: string }
  /** A name within the source, with what comes behind it. */
  | { readonly kind: 'inside'; readonly name: string; readonly tail: string }
  /** A path of the site that the documents come from. */
  | { readonly kind: 'path'; readonly path: string; readonly tail: string; readonly whole: string }
  | { readonly kind: 'refused' };

/** A file of the import's folder. */
export interface SourceFile {
  readonly id: string;
  readonly path: string;
  readonly isImage: boolean;
}

/** What a document is looked up in. */
export interface Known {
  /** Paths at this site by names of documents; null for one that isn't imported. */
  readonly documents: ReadonlyMap<string, string | null>;
  /** Paths at this site by paths of the source's site. */
  readonly paths: ReadonlyMap<string, string>;
  /** Files by their names in the source. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Pictures of other servers, by their addresses. */
  readonly pictures: RemotePictures;
}

/**
 * Says what addresses in a document mean: each of them once, as most are asked for again when the text is put together.
 * @param hosts that the documents were published at
 */
export function meaningsIn(externalId: string, hosts: readonly string[]): (address: string) => Meaning {
  const known = new Map<string, Meaning>();
  return (address) => {
    const meaning = known.get(address) ?? meaningOf(address, externalId, hosts);
    known.set(address, meaning);
    return meaning;
  };
}

function meaningOf(address: string, externalId: string, hosts: readonly string[]): Meaning {
  const given = unwrapped(address.trim());
  if (given.startsWith('#'))
    return isLinkAddress(given) ? { kind: 'kept', address: given } : { kind: 'refused' };
  if (/^[a-z][a-z0-9+.-]*:/i.test(given) || given.startsWith('//')) {
    const whole = given.startsWith('//') ? `https:${given}` : encoded(given);
    if (!isLinkAddress(whole)) return { kind: 'refused' };
    const url = new URL(whole);
    if (!/^https?:$/.test(url.protocol) || !hosts.includes(url.hostname.toLowerCase()))
      return { kind: 'kept', address: whole };
    return { kind: 'path', path: sourcePath(url.pathname), tail: url.hash, whole };
  }
  const [, path = '', tail = ''] = /^([^?#]*)((?:\?[^#]*)?(?:#.*)?)$/.exec(given) ?? [];
  const hash = encoded(/#.*$/.exec(tail)?.[0] ?? '');
  if (given.startsWith('/')) {
    const whole = encoded(given);
    return isLinkAddress(whole)
      ? { kind: 'path', path: sourcePath(path), tail: hash, whole }
      : { kind: 'refused' };
  }
  const name = inSource(externalId, decoded(path));
  return name === undefined ? { kind: 'refused' } : { kind: 'inside', name, tail: hash };
}

/** Names that a document may have which a link names so: with or without its extension, or as a folder. */
export function documentNames(name: string): readonly string[] {
  const folder = name.replace(/\/$/, '');
  const stem = folder.replace(/\.(?:html?|xhtml|md|markdown)$/i, '');
  const own = [stem, folder].flatMap((each) =>
    ['', '.md', '.markdown', '.html', '.htm'].map((end) => each + end),
  );
  const inside = ['index', 'readme', 'README', '_index'].flatMap((each) =>
    ['.md', '.html'].map((end) => `${stem}/${each}${end}`),
  );
  return [...new Set([name, ...own, ...inside])];
}

/** A path of the source's site in one spelling: without `index.html`, an extension, and a slash at its end. */
export const sourcePath = (path: string): string =>
  decoded(path)
    .replace(/\/index\.(?:html?|php)$/i, '/')
    .replace(/\.(?:html?|md)$/i, '')
    .replace(/\/+$/, '') || '/';

/** Addresses of the pictures in a text. */
export function* picturesIn(nodes: readonly RawNode[]): Generator<string> {
  for (const { type, attrs, content = [] } of nodes) {
    if (type === 'image') yield String(attrs?.['file']);
    yield* picturesIn(content);
  }
}

/** All addresses in a text: those of links, and those of pictures. */
export function* addressesIn(nodes: readonly RawNode[]): Generator<string> {
  for (const { type, attrs, marks = [], content = [] } of nodes) {
    if (type === 'image') yield String(attrs?.['file']);
    if (typeof attrs?.['href'] === 'string') yield attrs['href'];
    for (const mark of marks) if (mark.type === 'link') yield String(mark.attrs?.['href']);
    yield* addressesIn(content);
  }
}

/** The text with the addresses of this site, and what is said of those that it couldn't keep. */
export class Resolving {
  private readonly seen = new Map<
    string,
    {
      readonly message: (target: string) => Message;
      readonly level: ImportNote['level'];
      readonly targets: Set<string>;
    }
  >();
  private rewritten = 0;

  /** @param meaningOf as {@link meaningsIn} */
  constructor(
    private readonly meaningOf: (address: string) => Meaning,
    private readonly hosts: readonly string[],
    private readonly known: Known,
  ) {}

  content(nodes: readonly RawNode[]): readonly DocumentNode[] {
    const made = nodes.flatMap((node): readonly DocumentNode[] => {
      if (node.type === 'image') return this.image(node);
      if (node.type === 'button') return [this.button(node)];
      const marks = node.marks && this.marks(node.marks);
      const content = node.content && this.content(node.content);
      if (content?.length === 0 && node.type === 'gallery') return [];
      const { marks: _marks, content: _content, ...rest } = node;
      return [{ ...rest, ...(marks && marks.length > 0 && { marks }), ...(content && { content }) }];
    });
    return joined(made);
  }

  /** The address of the banner; null when there's none. */
  banner(address: string | null): string | null {
    if (address === null) return null;
    const meaning = this.meaningOf(address);
    const file = this.file(meaning);
    if (file?.isImage) return file.path;
    const remote = this.remote(meaning);
    if (remote) return remote.path;
    // Until it's fetched, it's shown from where it is.
    if (meaning.kind === 'kept' && /^https?:/i.test(meaning.address)) return meaning.address;
    if (remote === undefined) this.miss('warning', (target) => TEXTS.bannerMissing({ target }), address);
    return null;
  }

  notes(): readonly ImportNote[] {
    const notes: ImportNote[] = [];
    if (this.rewritten > 0) notes.push(importNote('info', TEXTS.linksRewritten({ count: this.rewritten })));
    for (const { message, level, targets } of this.seen.values()) {
      const named = [...targets].slice(0, LIMITS.named);
      const more = targets.size - named.length;
      notes.push(importNote(level, message([...named, ...(more > 0 ? [`… (+${more})`] : [])].join(', '))));
    }
    return notes;
  }

  /** @param why what else tells groups of targets apart */
  private miss(
    level: ImportNote['level'],
    message: (target: string) => Message,
    target: string,
    why = '',
  ): void {
    const key = `${message('').code} ${why}`;
    const group = this.seen.get(key) ?? { message, level, targets: new Set<string>() };
    group.targets.add([...target].slice(0, 200).join(''));
    this.seen.set(key, group);
  }

  private marks(marks: readonly DocumentMark[]): readonly DocumentMark[] {
    return marks.flatMap((mark) => {
      if (mark.type !== 'link') return [mark];
      const href = this.link(String(mark.attrs?.['href']));
      return href === undefined ? [] : [{ ...mark, attrs: { ...mark.attrs, href } }];
    });
  }

  private link(address: string): string | undefined {
    const meaning = this.meaningOf(address);
    switch (meaning.kind) {
      case 'kept':
        return meaning.address;
      case 'refused':
        this.miss('warning', (target) => TEXTS.linkRefused({ target }), address);
        return undefined;
      case 'path': {
        const path = this.known.paths.get(meaning.path) ?? this.file(meaning)?.path;
        if (path === undefined) return meaning.whole;
        this.rewritten += 1;
        return path + meaning.tail;
      }
      case 'inside': {
        const found = documentNames(meaning.name).find((name) => this.known.documents.has(name));
        const path = found === undefined ? this.file(meaning)?.path : this.known.documents.get(found);
        if (path) {
          this.rewritten += 1;
          return path + meaning.tail;
        }
        this.miss(
          'warning',
          (target) => (path === null ? TEXTS.linkToRefused({ target }) : TEXTS.linkDead({ target })),
          address,
        );
        return undefined;
      }
      default:
        return meaning satisfies never;
    }
  }

  private image(node: RawNode): readonly DocumentNode[] {
    const { file: source, href, ...attrs } = node.attrs ?? {};
    const address = String(source);
    if (/^data:/i.test(address)) {
      this.miss('warning', () => TEXTS.imageInline, '');
      return [];
    }
    const meaning = this.meaningOf(address);
    const file = this.file(meaning);
    const found = file?.isImage ? file : this.remote(meaning);
    if (!found) {
      if (found === undefined) this.miss('warning', (target) => TEXTS.imageMissing({ target }), address);
      return [];
    }
    // A picture that leads to itself only was a larger view of it.
    const target = typeof href === 'string' && href !== address ? this.link(href) : undefined;
    return [{ ...node, attrs: { ...attrs, file: found.id, ...(target !== undefined && { href: target }) } }];
  }

  /** Without an address that it can lead to, its words stay. */
  private button(node: RawNode): DocumentNode {
    const { href: address, label, ...attrs } = node.attrs ?? {};
    const href = this.link(String(address));
    if (href !== undefined) return { ...node, attrs: { ...attrs, label, href } };
    return { type: 'paragraph', attrs, content: [{ type: 'text', text: String(label) }] };
  }

  /** @returns null for one that isn't here, which is said; undefined for what is at no other server */
  private remote(meaning: Meaning): { readonly id: string; readonly path: string } | null | undefined {
    const address = remoteAddress(meaning, this.hosts);
    if (address === undefined) return undefined;
    const { file = null, reason = null } = this.known.pictures.get(address) ?? {};
    if (file) return file;
    const isNoted = this.known.pictures.has(address);
    const message = (target: string): Message => {
      if (reason) return TEXTS.imageFailed({ target, reason });
      return isNoted
        ? TEXTS.imageElsewhere({ target })
        : TEXTS.imagesMany({ limit: LIMITS.pictures, target });
    };
    this.miss('warning', message, address, reason?.text);
    return null;
  }

  private file(meaning: Meaning): SourceFile | undefined {
    return fileOf(meaning, this.known.files);
  }
}

/** The file that an address of the source means. */
export function fileOf(meaning: Meaning, files: Known['files']): SourceFile | undefined {
  if (meaning.kind === 'inside') return files.get(fileKey(meaning.name));
  if (meaning.kind !== 'path') return undefined;
  const path = meaning.whole.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
  return files.get(fileKey(decoded(path).slice(1)));
}

/** What names of files are compared by, as in the library. */
export const fileKey = (path: string): string => path.normalize('NFKC').toLowerCase();

/** The address behind a redirect that an editor in the browser has put around it. */
function unwrapped(address: string): string {
  if (!/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i.test(address) || !URL.canParse(address))
    return address;
  const { searchParams } = new URL(address);
  return searchParams.get('q') ?? searchParams.get('url') ?? address;
}

/** White space and such as browsers write them. */
const encoded = (address: string): string =>
  address.replaceAll(/[\s"<>\\^`{|}]/g, (sign) => encodeURIComponent(sign));

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a percent sign that begins no octet
  }
}

/** Texts that have the same marks now are one. */
function joined(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const made: DocumentNode[] = [];
  for (const node of nodes) {
    const last = made.at(-1);
    const isSame =
      node.type === 'text' &&
      last?.type === 'text' &&
      last.marks?.length === node.marks?.length &&
      canonicalJson(last.marks ?? []) === canonicalJson(node.marks ?? []);
    if (isSame) made[made.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else made.push(node);
  }
  return made;
}

/** @returns undefined for what is outside of the source */
function inSource(externalId: string, path: string): string | undefined {
  const parts = externalId.split('/').slice(0, -1);
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return externalIdOf(parts.join('/'));
}
