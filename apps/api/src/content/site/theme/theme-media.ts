import { isLinkAddress } from '@sitedesk/contract/documents';
import { escapeHtml } from '../../../platform/core/escape-html.js';
import { href } from './theme-html.js';
import type { ImageSource, Picture } from './theme-views.js';

export interface ImageView extends Picture {
  /** Empty for a decorative one. */
  readonly alt: string;
  readonly caption: string;
  /** Where it leads; empty for nowhere. */
  readonly link: string;
  readonly look: string;
  /** Whether it may be loaded when someone gets near it. */
  readonly isLater: boolean;
}

/** How wide pictures are shown, so that a phone doesn't load what a large screen needs. */
const SIZES: Readonly<Record<string, string>> = {
  normal: '(min-width: 48rem) 44rem, 100vw',
  wide: '(min-width: 80rem) 76rem, 100vw',
  full: '100vw',
};

/** With its width and height, so that nothing moves when it arrives. */
export function renderImage(view: ImageView): string {
  const { path, width, height, sources, alt, caption, link, isLater } = view;
  const look = Object.hasOwn(SIZES, view.look) ? view.look : 'normal';
  const sizes = SIZES[look] ?? '';
  const later = isLater ? ' loading="lazy"' : '';
  const image = `<img src="${escapeHtml(path)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}"${later} decoding="async">`;
  const choices = sources.map(
    (source) => `<source type="${source.type}" srcset="${srcset(source)}" sizes="${sizes}">`,
  );
  const picture = choices.length === 0 ? image : `<picture>${choices.join('')}${image}</picture>`;
  const linked = isLinkAddress(link) ? `<a href="${href(link)}">${picture}</a>` : picture;
  const words = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure class="image ${look}">${linked}${words}</figure>`;
}

const srcset = ({ sizes }: ImageSource): string =>
  sizes.map(({ path, width }) => `${escapeHtml(path)} ${width}w`).join(', ');

/**
 * An element by itself, which a theme can lay out as one: in the one format that every browser with `srcset` takes.
 * @param attributes HTML
 */
export function renderPicture(
  { path, width, height, sources }: Picture,
  alt: string,
  { sizes, attributes }: { readonly sizes: string; readonly attributes: string },
): string {
  const source = sources.find(({ type }) => type === 'image/webp');
  const choices = source ? ` srcset="${srcset(source)}" sizes="${sizes}"` : '';
  return `<img ${attributes} src="${escapeHtml(path)}"${choices} width="${width}" height="${height}" alt="${escapeHtml(alt)}">`;
}

export interface FileView {
  readonly path: string;
  readonly label: string;
  /** Extension of its name; empty without one. */
  readonly extension: string;
  /** In octets. */
  readonly size: number;
  readonly language: string;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function renderFile({ path, label, extension, size, language }: FileView): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), UNITS.length - 1);
  const format = { style: 'unit', unit: UNITS[power], maximumFractionDigits: 1 } as const;
  const amount = new Intl.NumberFormat(language, format).format(size / 1_000 ** power);
  const details = [extension.toUpperCase(), amount].filter(Boolean).join(', ');
  return `<p class="file"><a href="${escapeHtml(path)}">${escapeHtml(label)}</a> <small>(${escapeHtml(details)})</small></p>`;
}
