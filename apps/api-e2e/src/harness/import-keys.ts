import type { NewImportKey } from '@sitedesk/contract/import-keys';
import { EditorBrowser } from './editor.js';

export async function createImportKey(browser: EditorBrowser, more: object = {}): Promise<NewImportKey> {
  const answer = await browser.post('/import/keys', { name: 'CI', ...more });
  if (answer.status !== 201) throw new Error(`The key was answered ${answer.status}: ${answer.text}`);
  return answer.json() as NewImportKey; // the contract's word
}

/** A program with a key at the site of someone's browser. */
export const programWith = ({ baseUrl, ownHeaders }: EditorBrowser, key: string): EditorBrowser =>
  new EditorBrowser(baseUrl, { ...ownHeaders, Authorization: `Bearer ${key}` });
