import type { EmbedProvider } from './documents.js';

/** What an embed block keeps of an address. */
export interface Embed {
  readonly provider: EmbedProvider;
  readonly key: string;
}

interface Provider {
  readonly name: string;
  readonly hosts: RegExp;
  /** @returns undefined for a page of the provider that can't be embedded */
  readonly keyOf: (url: URL) => string | undefined;
  /** An address from which the key can be read again. */
  readonly addressOf: (key: string) => string;
}

const inPath =
  (pattern: RegExp, keyOf = (...parts: readonly string[]): string => parts.join('/')) =>
  ({ pathname }: URL): string | undefined => {
    const [whole, ...parts] = pattern.exec(pathname) ?? [];
    return whole === undefined ? undefined : keyOf(...parts);
  };

const videoInPath = inPath(/^\/(?:shorts|embed|live|v)\/([\w-]{6,20})\/?$/);
const videoOfShort = inPath(/^\/([\w-]{6,20})\/?$/);

/** Where embedded content can come from. */
export const EMBEDS: Readonly<Record<EmbedProvider, Provider>> = {
  youtube: {
    name: 'YouTube',
    hosts: /^((www|m|music)\.)?(youtube\.com|youtube-nocookie\.com)$|^youtu\.be$/,
    keyOf: (url) =>
      url.hostname === 'youtu.be'
        ? videoOfShort(url)
        : (videoInPath(url) ?? /^[\w-]{6,20}$/.exec(url.searchParams.get('v') ?? '')?.[0]),
    addressOf: (key) => `https://www.youtube.com/watch?v=${key}`,
  },
  vimeo: {
    name: 'Vimeo',
    hosts: /^((www|player)\.)?vimeo\.com$/,
    keyOf: inPath(/^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{5,15})\/?$/),
    addressOf: (key) => `https://vimeo.com/${key}`,
  },
  spotify: {
    name: 'Spotify',
    hosts: /^open\.spotify\.com$/,
    keyOf: inPath(
      /^\/(?:intl-\w+\/|embed\/)*(track|album|playlist|artist|episode|show)\/([A-Za-z0-9]{10,40})\/?$/,
    ),
    addressOf: (key) => `https://open.spotify.com/${key}`,
  },
  openstreetmap: {
    name: 'OpenStreetMap',
    hosts: /^(www\.)?openstreetmap\.org$/,
    keyOf: (url) => boxOf(url.searchParams.get('bbox') ?? '') ?? boxAround(url.hash),
    addressOf: (key) => `https://www.openstreetmap.org/export/embed.html?bbox=${key}`,
  },
  codepen: {
    name: 'CodePen',
    hosts: /^(www\.)?codepen\.io$/,
    keyOf: inPath(/^\/([\w-]+)\/(?:pen|embed|full|details)\/(?:preview\/)?([A-Za-z0-9]{5,40})\/?$/),
    addressOf: (key) => `https://codepen.io/${key.replace('/', '/pen/')}`,
  },
};

/** What can be embedded of an address, or of the code that a provider offers for copying. */
export function embedOf(typed: string): Embed | undefined {
  const text = typed.trim();
  const address = /<iframe[^>]*\ssrc="([^"]+)"/i.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? text;
  const whole = /^https?:\/\//.test(address) ? address : `https://${address.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  for (const [provider, { hosts, keyOf }] of Object.entries(EMBEDS) as [EmbedProvider, Provider][]) {
    const key = hosts.test(url.hostname) ? keyOf(url) : undefined;
    if (key !== undefined) return { provider, key };
  }
  return undefined;
}

/** The corners of a map: west, south, east, north. */
function boxOf(text: string): string | undefined {
  const corners = text.split(',').map(Number);
  return corners.length === 4 && corners.every(Number.isFinite) ? corners.join(',') : undefined;
}

/** The part of the world that the address of a map shows, such as `#map=15/52.5200/13.4050`. */
function boxAround(hash: string): string | undefined {
  const [, zoom, lat, lon] = /map=(\d{1,2})\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash) ?? [];
  const [y, x] = [Number(lat), Number(lon)];
  if (zoom === undefined || !(Math.abs(y) <= 90 && Math.abs(x) <= 180)) return undefined;
  const half = 360 / 2 ** Number(zoom); // two tiles
  return [x - half, y - half / 2, x + half, y + half / 2].map((each) => Number(each.toFixed(5))).join(',');
}
