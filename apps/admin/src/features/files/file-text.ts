import type { FileKind } from '@sitedesk/contract/files';

export const KIND_ICONS = {
  image: 'i-lucide-file-text',
  video: 'i-lucide-play',
  audio: 'i-lucide-play',
  document: 'i-lucide-file-text',
  archive: 'i-lucide-archive',
  other: 'i-lucide-file-text',
} as const satisfies Record<FileKind, string>;

/** A name without its extension, which renaming keeps: how many characters of it. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}
