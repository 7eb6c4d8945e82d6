import type { FileSummary } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { Attrs, Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { i18n } from '../../app/i18n';
import { http } from '../../app/http';

/** Names of files by their ids, each asked for once. */
const names = new Map<string, Promise<string | undefined>>();
function nameOf(id: string): Promise<string | undefined> {
  const known = names.get(id);
  if (known) return known;
  const asked = http.get<FileSummary>(`/files/${id}`).then(
    ({ name }) => name,
    () => undefined,
  );
  names.set(id, asked);
  return asked;
}

export const thumbnailOf = (id: string): string => `${EDITOR_PATH}/files/${id}/thumbnail`;

/**
 * A picture or a file of the library as it stands in the text. What is copied is the block and not this: pasted pictures of strangers are
 * never shown, so those of ours come without one too.
 */
export class FileView implements NodeView {
  readonly dom = document.createElement('div');
  private shown = '';

  constructor(private node: Node) {
    this.dom.dataset['block'] = node.type.name;
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.draw();
    return true;
  }

  /** What is drawn here isn't typed. */
  ignoreMutation = (): boolean => true;

  private draw(): void {
    const { type, attrs } = this.node;
    const key = JSON.stringify({ ...attrs, id: null });
    if (key === this.shown) return;
    this.shown = key;
    this.dom.dataset['look'] = String(attrs['look'] ?? '');
    if (type.name === 'image') this.drawImage(attrs);
    else this.drawFile(attrs);
  }

  private drawImage({ file, alt, decorative, caption }: Attrs): void {
    const { t } = i18n.global;
    const image = document.createElement('img');
    image.src = thumbnailOf(String(file));
    image.alt = decorative ? '' : String(alt ?? '');
    image.draggable = false;
    image.addEventListener('error', () => image.replaceWith(line('file-gone', t('articles.fileGone'))));
    const about = decorative
      ? line('file-note', t('articles.decorative'))
      : alt
        ? line('file-note', String(alt))
        : line('file-warning', t('articles.noAlt'));
    this.dom.replaceChildren(image, ...(caption ? [line('file-caption', String(caption))] : []), about);
  }

  private drawFile({ file, label }: Attrs): void {
    const { t } = i18n.global;
    const name = line('file-name', String(label ?? ''));
    this.dom.replaceChildren(name);
    void nameOf(String(file)).then((found) => {
      if (found === undefined) name.className = 'file-gone';
      name.textContent = found === undefined ? t('articles.fileGone') : label ? `${label} (${found})` : found;
    });
  }
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
