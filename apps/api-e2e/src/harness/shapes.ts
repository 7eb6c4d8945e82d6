import type { DocumentNode } from '@sitedesk/contract/documents';

/** A text's blocks and words in short, to be compared with what a test expects. */
export const shapeOf = (nodes: readonly DocumentNode[] = []): readonly unknown[] =>
  nodes.map(({ type, content, text, marks, attrs }) => {
    if (type === 'text')
      return marks ? [text, ...marks.map((mark) => mark.attrs?.['href'] ?? mark.type)] : text;
    const about = attrs?.['level'] ?? attrs?.['language'] ?? attrs?.['checked'] ?? attrs?.['kind'];
    return [about === undefined ? type : `${type} ${String(about)}`, ...shapeOf(content)];
  });
