import { createHash } from 'node:crypto';
import { themeLayout } from '../../layouts/compiled-layout.js';
import { STYLE } from '../../layouts/themes/default-style.js';
import { DEFAULT_SOURCE } from '../../layouts/themes/default-theme.js';
import { FORM_SCRIPT } from './form-script.js';

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

export const FORM_SCRIPT_PATH = formScript.path;

/** The layout of a site that has none of its own. */
export const DEFAULT_LAYOUT = themeLayout(DEFAULT_SOURCE, style.path);

export const assets: readonly ThemeAsset[] = [style, formScript];
