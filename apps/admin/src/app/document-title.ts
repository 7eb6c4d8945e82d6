import { ref, watchEffect } from 'vue';

/** What the screen is called. */
export const screenTitle = ref('');
/** How much waits to be seen; it stands before the title, for a tab that nobody looks at. */
export const waitingCount = ref(0);

watchEffect(() => {
  const count = waitingCount.value > 0 ? `(${waitingCount.value}) ` : '';
  document.title = count + (screenTitle.value ? `${screenTitle.value} · Sitedesk` : 'Sitedesk');
});
