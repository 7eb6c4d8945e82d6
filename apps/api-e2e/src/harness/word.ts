import { zipOf, type ZipPart } from './zip.js';

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Elements of WordprocessingML (ISO/IEC 29500), as Word writes them. */
export const word = {
  /** A piece of text in a look: `b`, `i`, `strike`. */
  run: (text: string, ...looks: readonly string[]): string =>
    `<w:r><w:rPr>${looks.map((look) => `<w:${look}/>`).join('')}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`,
  paragraph: (content: string, style = ''): string =>
    `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr>${content}</w:p>`,
  /** @param list 1 for bullets, 2 for numbers */
  item: (content: string, list: number, level = 0): string =>
    `<w:p><w:pPr><w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${content}</w:p>`,
  link: (relation: string, content: string): string =>
    `<w:hyperlink r:id="${relation}">${content}</w:hyperlink>`,
  anchor: (bookmark: string, content: string): string =>
    `<w:hyperlink w:anchor="${bookmark}">${content}</w:hyperlink>`,
  bookmark: (name: string): string => `<w:bookmarkStart w:id="0" w:name="${name}"/><w:bookmarkEnd w:id="0"/>`,
  footnote: (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`,
  table: (rows: readonly (readonly string[])[]): string =>
    `<w:tbl><w:tblPr/>${rows
      .map(
        (cells, row) =>
          `<w:tr>${row === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells
            .map((cell) => `<w:tc><w:tcPr/>${word.paragraph(word.run(cell))}</w:tc>`)
            .join('')}</w:tr>`,
      )
      .join('')}</w:tbl>`,
  /** @param how `embed`, or `link` for a picture that isn't in the document */
  picture: (relation: string, text: string, how = 'embed'): string =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${text}"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:blipFill><a:blip r:${how}="${relation}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
} as const;

export interface WordDocument {
  /** Content of `w:body`. */
  readonly body: string;
  /** Of `word/_rels/document.xml.rels`. */
  readonly relations?: readonly {
    readonly id: string;
    readonly type: 'hyperlink' | 'image';
    readonly target: string;
    readonly external?: boolean;
  }[];
  /** Texts of footnotes, the first of which has the id 1. */
  readonly footnotes?: readonly string[];
  /** Below `word/media`. */
  readonly media?: Readonly<Record<string, Buffer>>;
  /** Content of the core properties. */
  readonly properties?: string;
  readonly more?: readonly ZipPart[];
}

const STYLES = [
  ['Title', 'Title'],
  ['Heading1', 'heading 1'],
  ['Heading2', 'heading 2'],
  ['Quote', 'Quote'],
  ['ListParagraph', 'List Paragraph'],
]
  .map(([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`)
  .join('');
const levels = (format: string): string =>
  [0, 1]
    .map((level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`)
    .join('');
const NUMBERING = `<w:abstractNum w:abstractNumId="0">${levels('bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${levels('decimal')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`;

const relation = (id: string, type: string, target: string, isExternal = false): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;
const relationsOf = (content: string): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
const part = (element: string, content: string): string =>
  `${DECLARATION}<w:${element} xmlns:w="${MAIN}" xmlns:r="${RELATIONS}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture">${content}</w:${element}>`;

/** A Word document, with the parts that Word writes. */
export function docx({
  body,
  relations = [],
  footnotes = [],
  media = {},
  properties = '',
  more = [],
}: WordDocument): Buffer {
  const notes = footnotes.map(
    (text, at) => `<w:footnote w:id="${at + 1}">${word.paragraph(word.run(text))}</w:footnote>`,
  );
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: relationsOf(
        `${relation('rId1', 'officeDocument', 'word/document.xml')}<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
      ),
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsOf(
        [
          relation('rS', 'styles', 'styles.xml'),
          relation('rN', 'numbering', 'numbering.xml'),
          relation('rF', 'footnotes', 'footnotes.xml'),
          ...relations.map(({ id, type, target, external = false }) => relation(id, type, target, external)),
        ].join(''),
      ),
    },
    { name: 'word/document.xml', content: part('document', `<w:body>${body}<w:sectPr/></w:body>`) },
    { name: 'word/styles.xml', content: part('styles', STYLES) },
    { name: 'word/numbering.xml', content: part('numbering', NUMBERING) },
    { name: 'word/footnotes.xml', content: part('footnotes', notes.join('')) },
    {
      name: 'docProps/core.xml',
      content: `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${properties}</cp:coreProperties>`,
    },
    ...Object.entries(media).map(([name, content]) => ({ name: `word/media/${name}`, content })),
    ...more,
  ]);
}
