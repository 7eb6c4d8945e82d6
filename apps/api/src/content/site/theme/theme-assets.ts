import { createHash } from 'node:crypto';
import { FORM_SCRIPT } from './form-script.js';
import { STYLE } from './theme-style.js';

/** A file that pages name by its content, so it can be kept for a year. */
export interface ThemeAsset {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const asset = (name: string, extension: string, type: string, body: string): ThemeAsset => ({
  path: `/_sd/${name}.${createHash('sha256').update(body).digest('hex').slice(0, 12)}.${extension}`,
  type,
  body,
});

const style = asset('content', 'css', 'text/css; charset=utf-8', STYLE);
const formScript = asset('form', 'js', 'text/javascript; charset=utf-8', FORM_SCRIPT);

export const STYLE_PATH = style.path;
export const FORM_SCRIPT_PATH = formScript.path;

export const assets: readonly ThemeAsset[] = [style, formScript];
