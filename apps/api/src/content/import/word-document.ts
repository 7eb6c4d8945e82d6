import { IMPORT_MESSAGES as TEXTS, importNote, type ImportNote } from '@sitedesk/contract/imports';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { buffer } from 'node:stream/consumers';
import {
  attribute,
  classesOf,
  elementsIn,
  isElement,
  levelHeadings,
  placeCaptions,
  setAttribute,
  textOf,
  unlinkNotes,
} from './document-tree.js';
import { UnreadableDocument } from './front-matter.js';
import { unpack } from './packed-file.js';
import { PackedPictures } from './packed-pictures.js';
import type { UnpackedDocument } from './prepared-document.js';
import { continueNumbers, markNumbers } from './word-numbers.js';

const MAIN = 'word/document.xml';
const PROPERTIES = 'docProps/core.xml';
const STYLES = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Author'] => p.author:fresh",
  "p[style-name='Date'] => p.date:fresh",
  "p[style-name='Definition Term'] => dl > dt:fresh",
  "p[style-name='Definition'] => dl > dd > p:fresh",
  "br[type='column'] => hr",
  "p[style-name='caption'] => p.caption:fresh",
  "p[style-name='Image Caption'] => p.caption:fresh",
  "p[style-name='Table Caption'] => p.caption:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "r[style-name='HTML Code'] => code",
  "r[style-name='Source Text'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Emphasis'] => em",
];
/** What the list of a document's contents and its own marks are called, which nobody misses. */
const UNMISSED =
  /^(?:w:(?:proofErr|lastRenderedPageBreak|bookmark\w*|sectPr|permStart|permEnd)|office-word:)/;

/**
 * Reads a Word document (Office Open XML): its text as HTML, its pictures, and what its properties say of it. Layout isn't read.
 * @param path of the file
 * @param folder name that its pictures get beside it
 * @throws UnreadableDocument
 */
export async function readWord(path: string, folder: string): Promise<UnpackedDocument> {
  const files = await unpack(path, (name) => /\.(?:xml|rels)$/i.test(name) || /^word\/media\//i.test(name));
  if (!files.has(MAIN) || !files.has('[Content_Types].xml')) throw new UnreadableDocument(TEXTS.notWord);
  for (const [name, octets] of files)
    if (/\.(?:xml|rels)$/i.test(name) && /<!(?:DOCTYPE|ENTITY)/i.test(octets.toString('latin1')))
      throw new UnreadableDocument(TEXTS.xmlDoctype);
  drawRules(files);
  files.set(MAIN, Buffer.from(markNumbers(files.get(MAIN)?.toString() ?? '')));
  const { default: mammoth } = await import('mammoth');
  const pictures = new PackedPictures(folder);
  const { value, messages } = await mammoth
    .convertToHtml(
      { buffer: await packed(files) },
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async (image) => ({
          // What isn't in the document can't be read.
          src: await pictures.add(await image.readAsBuffer().catch(() => undefined)),
        })),
      },
    )
    .catch((error: unknown) => {
      if (error instanceof RangeError) throw error;
      throw new UnreadableDocument(TEXTS.notWord);
    });
  const { parseFragment, serialize } = await import('parse5');
  const page = parseFragment(value);
  continueNumbers(page);
  levelHeadings(page);
  placeCaptions(page);
  splitFieldLinks(page);
  unlinkNotes(page, (name) => /^(?:foot|end)note-/.test(name));
  const notes: ImportNote[] = [];
  if (pictures.leftOut > 0)
    notes.push(importNote('warning', TEXTS.picturesLeftOut({ count: pictures.leftOut })));
  for (const [what, count] of ignored(messages.map(({ message }) => message)))
    notes.push(importNote('warning', TEXTS.dropped({ what, count })));
  const properties = await propertiesOf(files.get(PROPERTIES)?.toString() ?? '');
  const data = { ...properties, ...takeByline(page, properties['author'] ?? '') };
  return {
    document: { data, html: serialize(page), isPage: false, authorId: null, notes },
    pictures: pictures.all,
  };
}

/** A line across the page is a shape in a document. As a break between columns, which no article has, it's read. */
function drawRules(files: Map<string, Buffer>): void {
  const xml = files.get(MAIN)?.toString() ?? '';
  if (!xml.includes('o:hr="t"')) return;
  const drawn = xml
    .replaceAll(/<w:br\s+w:type="column"\s*\/>/g, '')
    .replaceAll(
      /<w:pict>\s*<v:rect\b[^<>]{0,1000}\bo:hr="t"[^<>]{0,1000}(?:\/>|>\s*<\/v:rect>)\s*<\/w:pict>/g,
      '<w:br w:type="column"/>',
    );
  files.set(MAIN, Buffer.from(drawn));
}

/** A link that is a field has its anchor, target and tooltip as switches behind the address: `https://a.example/" \\l "part`. */
function splitFieldLinks(page: Tree.Node): void {
  for (const element of elementsIn(page)) {
    const href = element.tagName === 'a' ? attribute(element, 'href') : '';
    const end = href.indexOf('"');
    if (end < 0) continue;
    const [, anchor] = /\\l\s+"([^"]*)/.exec(href.slice(end)) ?? [];
    setAttribute(element, 'href', href.slice(0, end) + (anchor === undefined ? '' : `#${anchor}`));
  }
}

/** Takes away who wrote it, where the properties say so too, and when, of which the properties know only when the file was written. */
function takeByline(page: Tree.DocumentFragment, author: string): Readonly<Record<string, string>> {
  let date: string | undefined;
  page.childNodes = page.childNodes.filter((child) => {
    const classes = isElement(child) ? classesOf(child) : [];
    const text = textOf(child).trim();
    const isDate = classes.includes('date') && /^\d{4}-\d\d-\d\d$/.test(text);
    if (isDate) date = text;
    return !isDate && !(classes.includes('author') && text !== '' && author.includes(text));
  });
  return date === undefined ? {} : { date };
}

/** The files as an archive again, so that only what was unpacked within the limits is read. */
async function packed(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const [name, octets] of files) zip.addBuffer(octets, name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

/** Kinds of elements that have no meaning in a text, with their numbers. */
function ignored(messages: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const message of messages) {
    const [, what = ''] = /^An unrecognised element was ignored: (\S+)$/.exec(message) ?? [];
    const name = what.replace(/^\{.*\}/, ''); // of a namespace that it doesn't know
    if (name !== '' && !UNMISSED.test(name)) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

const MEANINGS: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dcterms:created': 'date',
};

/** What the document says of itself, in the words of front matter. */
async function propertiesOf(xml: string): Promise<Readonly<Record<string, string>>> {
  const { SaxesParser } = await import('saxes');
  const data: Record<string, string> = {};
  const parser = new SaxesParser();
  let text = '';
  parser.on('opentag', () => void (text = ''));
  parser.on('text', (more) => void (text += more));
  parser.on('closetag', ({ name }) => {
    const key = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
    if (key !== undefined && text.trim() !== '') data[key] = text.trim();
  });
  try {
    if (xml !== '') parser.write(xml).close();
  } catch {
    return {}; // its text is what matters
  }
  return data;
}
