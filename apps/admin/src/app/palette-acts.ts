import type { Permission } from '@sitedesk/contract';
import { shallowReactive } from 'vue';

/** Something one can do from everywhere. */
export interface PaletteAct {
  /** Key of its words. */
  readonly label: string;
  readonly icon: string;
  readonly permission?: Permission;
  readonly run: () => void;
}

const acts = shallowReactive(new Set<PaletteAct>());

export const paletteActs = (): readonly PaletteAct[] => [...acts];

/** @returns what takes it out again */
export function addPaletteAct(act: PaletteAct): () => void {
  acts.add(act);
  return () => void acts.delete(act);
}
