import '@fontsource-variable/inter';
import './main.css';
import ui from '@nuxt/ui/vue-plugin';
import { VueQueryPlugin } from '@tanstack/vue-query';
import { createApp } from 'vue';
import App from './App.vue';
import { setAuthHandlers } from './app/http';
import { i18n, applyLocale } from './app/i18n';
import { watchForNewVersion } from './app/new-version';
import { applyPreferences, preferences } from './app/preferences';
import { queryClient } from './app/query-client';
import { router } from './app/router';
import { useSession } from './app/session';
import { onKeydown } from './app/shortcuts';

applyPreferences();

const app = createApp(App).use(i18n).use(VueQueryPlugin, { queryClient }).use(ui);
const session = useSession();
setAuthHandlers({
  csrfToken: () => session.csrfToken,
  signInAgain: () => session.interrupt('sign-in'),
  confirmIdentity: () => session.interrupt('confirm'),
  refresh: async () => void (await session.load()),
  enrol: async () => {
    await session.load();
    if (session.info?.enrolmentRequired) await router.push({ name: 'enrolment' });
  },
});
document.addEventListener('keydown', onKeydown);
watchForNewVersion();
// English, should the words of another language not arrive.
void applyLocale(preferences.locale)
  .catch(() => (i18n.global.locale.value = 'en'))
  .then(() => app.use(router).mount('#app'));
