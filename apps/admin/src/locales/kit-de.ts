/** The kit's own German, apart from its other languages. */
export { de } from '@nuxt/ui/locale';
