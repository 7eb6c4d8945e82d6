import { NODES } from '@sitedesk/contract/documents';
import type { FileSummary } from '@sitedesk/contract/files';
import type { Editor } from '@tiptap/core';
import { i18n } from '../../app/i18n';
import { useNotify } from '../../app/notify';
import { blockOf } from './file-uploads';
import './messages-files';

/** Pictures that a gallery can have. */
const MOST: number = NODES.gallery.content.max;

/** Adds pictures behind those of the gallery that a selected picture is in, as many as it can have; says so when some weren't. */
export function addToGallery(editor: Editor, files: readonly FileSummary[]): void {
  const { $from } = editor.state.selection;
  const { parent: gallery } = $from;
  if (gallery.type.name !== 'gallery') return;
  const fitting = files.slice(0, Math.max(0, MOST - gallery.childCount));
  const pictures = fitting.map((file) => blockOf('image', file));
  if (fitting.length > 0) editor.chain().insertContentAt($from.end(), pictures).focus().run();
  if (fitting.length < files.length)
    useNotify().done(i18n.global.t('articleFiles.galleryFull', { max: MOST }));
}
