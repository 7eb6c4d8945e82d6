import type { FileSummary } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { Attrs, Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { i18n } from '../../app/i18n';
import { http } from '../../app/http';
import { Problem } from '../../app/problem';

/** Names of files by their ids, each asked for once; what couldn't be answered is asked again. */
const names = new Map<string, Promise<string>>();
function nameOf(id: string): Promise<string> {
  const known = names.get(id);
  if (known) return known;
  const asked = http.get<FileSummary>(`/files/${id}`).then(({ name }) => name);
  names.set(id, asked);
  asked.catch((reason: unknown) => isGone(reason) || names.delete(id));
  return asked;
}
const isGone = (reason: unknown): boolean => reason instanceof Problem && reason.status === 404;
/** Only what the server doesn't have is called deleted: without a connection, nobody knows. */
const whyMissing = (reason: unknown): string =>
  i18n.global.t(isGone(reason) ? 'articles.fileGone' : 'articles.fileUnavailable');

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
    image.addEventListener('error', () => {
      void nameOf(String(file)).then(
        () => image.replaceWith(line('file-gone', t('articles.fileUnavailable'))),
        (reason: unknown) => image.replaceWith(line('file-gone', whyMissing(reason))),
      );
    });
    const about = decorative
      ? line('file-note', t('articles.decorative'))
      : alt
        ? line('file-note', String(alt))
        : line('file-warning', t('articles.noAlt'));
    this.dom.replaceChildren(image, ...(caption ? [line('file-caption', String(caption))] : []), about);
  }

  private drawFile({ file, label }: Attrs): void {
    const name = line('file-name', String(label ?? ''));
    this.dom.replaceChildren(name);
    void nameOf(String(file)).then(
      (found) => {
        name.textContent = label ? `${label} (${found})` : found;
      },
      (reason: unknown) => {
        name.className = 'file-gone';
        name.textContent = whyMissing(reason);
      },
    );
  }
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
