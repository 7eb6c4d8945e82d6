import { NODES } from '@sitedesk/contract/documents';
import type { FileSummary } from '@sitedesk/contract/files';
import type { Editor } from '@tiptap/core';
import { i18n } from '../../app/i18n';
import { useNotify } from '../../app/notify';
import { blockOf } from './file-uploads';
import './messages-files';

/** Pictures that a gallery can have. */
const MOST: number = NODES.gallery.content.max;

/**
 * Adds pictures behind those of a gallery, as many as it can have; says so when some weren't.
 * @param id of its block: the selection may have moved while they were chosen
 */
export function addToGallery(editor: Editor, files: readonly FileSummary[], id: unknown): void {
  const place = placeOf(editor, id);
  const gallery = place === undefined ? null : editor.state.doc.nodeAt(place);
  if (place === undefined || !gallery) return;
  const fitting = files.slice(0, Math.max(0, MOST - gallery.childCount));
  const pictures = fitting.map((file) => blockOf('image', file));
  if (fitting.length > 0)
    editor
      .chain()
      .insertContentAt(place + gallery.nodeSize - 1, pictures)
      .focus()
      .run();
  if (fitting.length < files.length)
    useNotify().done(i18n.global.t('articleFiles.galleryFull', { max: MOST }));
}

/** Where a gallery begins; undefined when it's gone. */
function placeOf({ state: { doc } }: Editor, id: unknown): number | undefined {
  let place: number | undefined;
  doc.descendants((node, position) => {
    if (node.type.name === 'gallery' && node.attrs['id'] === id) place ??= position;
    return place === undefined;
  });
  return place;
}
