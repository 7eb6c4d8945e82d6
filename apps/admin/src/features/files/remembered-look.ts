import { type Ref, ref, watch } from 'vue';

const STORAGE = 'sitedesk.files.look';
export const LOOKS = ['tiles', 'list'] as const;
export type Look = (typeof LOOKS)[number];

/** How people like to look at files, on this device. */
export function rememberedLook(): Ref<Look> {
  const look = ref<Look>(stored());
  watch(look, (wanted) => {
    try {
      localStorage.setItem(STORAGE, wanted);
    } catch {
      // without storage it is as before the next time
    }
  });
  return look;
}

function stored(): Look {
  try {
    return localStorage.getItem(STORAGE) === 'list' ? 'list' : 'tiles';
  } catch {
    return 'tiles';
  }
}
