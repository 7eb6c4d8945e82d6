import type { EmbedProvider } from './documents.js';

const FRAMES: Readonly<Record<EmbedProvider, (key: string) => string>> = {
  youtube: (key) => `https://www.youtube-nocookie.com/embed/${key}`,
  vimeo: (key) => `https://player.vimeo.com/video/${key}?dnt=1`,
  spotify: (key) => `https://open.spotify.com/embed/${key}`,
  openstreetmap: (key) => `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(key)}`,
  codepen: (key) => `https://codepen.io/${key.replace('/', '/embed/')}`,
};

/** The address that a page shows in a frame, by what an embed block keeps; undefined for an unknown provider. */
export const frameUrl = (provider: string, key: string): string | undefined =>
  Object.hasOwn(FRAMES, provider) ? FRAMES[provider as EmbedProvider](key) : undefined;

/** Origins that a page shows in frames. */
export const FRAME_ORIGINS: readonly string[] = Object.values(FRAMES).map(
  (urlOf) => new URL(urlOf('')).origin,
);

/** What every frame has beside its address and title. */
export const frameAttributes: readonly (readonly [string, string])[] = [
  ['loading', 'lazy'],
  ['sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation'],
  ['allow', 'fullscreen; picture-in-picture'],
  ['referrerpolicy', 'strict-origin-when-cross-origin'],
];
