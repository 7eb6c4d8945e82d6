import type { Feature } from '../../app/feature';

/** Saved views stand on their lists; the palette finds all of them. */
export const feature: Feature = { routes: [], palette: () => import('./palette') };
