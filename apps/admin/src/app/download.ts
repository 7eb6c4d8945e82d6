import { http } from './http';

/**
 * Has the browser save a file that is a sensitive action. The browser can't ask who is there on the way, so the page does that
 * first.
 * @param url of the file, which the browser fetches itself: it may be larger than a page can hold
 */
export async function download(url: string, fileName: string): Promise<void> {
  await http.get('/session/recent');
  save(url, fileName);
}

/** Has the browser save what the page has read. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  save(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // it is read after the click
}

function save(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
