import { reactive } from 'vue';

/** Live counts beside entries of the navigation: 0 shows none. Set by the features whose counts they are. */
export const badges: Record<string, number> = reactive({});
