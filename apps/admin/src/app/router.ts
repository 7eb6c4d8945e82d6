import {
  createRouter,
  createWebHistory,
  type RouteLocationNormalized,
  type RouteRecordRaw,
} from 'vue-router';
import { screenTitle } from './document-title';
import { ref } from 'vue';
import { forgetChanges, hasUnsavedChanges } from './dirty';
import { features } from './features';
import { i18n } from './i18n';
import { nextPaint } from './next-paint';
import { isMissingChunk, onChunkMissing } from './new-version';
import { preferences } from './preferences';
import { Problem } from './problem';
import { seekSetting } from './sought-setting';
import { useSession } from './session';
import { isPassing } from '../composables/useAutoRetry';

const all = features.flatMap(({ routes }) => routes);
const standsAlone = ({ meta }: RouteRecordRaw): boolean => meta?.public === true || meta?.bare === true;

export const router = createRouter({
  history: createWebHistory('/admin/'),
  // What opens beside a list leaves the list where it is.
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? false : { top: 0 }),
  routes: [
    ...all.filter(standsAlone),
    {
      path: '/unavailable',
      name: 'unavailable',
      component: () => import('./UnavailablePage.vue'),
      meta: { public: true, title: 'errors.unavailable' },
    },
    {
      path: '/',
      component: () => import('./AppShell.vue'),
      meta: { title: '' },
      children: [
        ...all.filter((route) => !standsAlone(route)),
        {
          path: ':anything(.*)*',
          name: 'not-found',
          component: () => import('./NotFoundPage.vue'),
          meta: { title: 'errors.notFound' },
        },
      ],
    },
  ],
});

/** Asks before changes are thrown away. Overridable by the shell, which asks in a dialog of its own. */
let mayLeave: () => Promise<boolean> = () => Promise.resolve(true);
export const askBeforeLeaving = (ask: () => Promise<boolean>): void => void (mayLeave = ask);

/** The path that the last navigation asked for, reached or not. */
let headingFor = '';
/** The path of the screen that is being opened; empty when it is there. */
export const opening = ref('');

router.beforeEach(async (to, from) => {
  headingFor = to.fullPath;
  const link = oneTimeLink(to);
  if (link) return link;
  if (to.path !== from.path && hasUnsavedChanges()) {
    if (!(await mayLeave())) return false;
    forgetChanges();
  }
  if (to.meta.public === true) return true;
  const guarded = await guardSession(to);
  return guarded === true ? (startPageOf(to, from) ?? true) : guarded;
});

/** Who arrives at the home page, and does not go there from within, begins where they want to begin. */
function startPageOf(
  to: RouteLocationNormalized,
  from: RouteLocationNormalized,
): { readonly name: string } | undefined {
  const isArrival = from.matched.length === 0 || from.meta.public === true;
  const wanted = preferences.startPage;
  if (to.name !== 'dashboard' || !isArrival || wanted === '' || !router.hasRoute(wanted)) return undefined;
  const { permission } = router.resolve({ name: wanted }).meta;
  return permission === undefined || useSession().can(permission) ? { name: wanted } : undefined;
}

/** Links of emails keep their token behind a `#`, where no server sees it (contract LINK_PAGES). */
function oneTimeLink(
  to: RouteLocationNormalized,
): { readonly path: string; readonly query: Record<string, string> } | undefined {
  if (!to.hash.startsWith('#/')) return undefined;
  const { pathname, searchParams } = new URL(to.hash.slice(1), 'http://page.invalid');
  const token = searchParams.get('token');
  if (token !== null) oneTimeToken = token;
  searchParams.delete('token');
  return { path: pathname, query: Object.fromEntries(searchParams) };
}

let oneTimeToken = '';
/** The token that the link brought; it never stands in the address or the history. */
export const tokenOfLink = (): string => oneTimeToken;

// The navigation shows where one goes before the screen is drawn, which can take a while.
router.beforeResolve(async (to, from) => {
  if (to.path === from.path || from.matched.length === 0) return;
  opening.value = to.path;
  await nextPaint();
});

async function guardSession(
  to: RouteLocationNormalized,
): Promise<boolean | { readonly name: string; readonly query?: Record<string, string> }> {
  const session = useSession();
  const found = session.info !== undefined || (await signedIn(session));
  if (found === 'unavailable') return unavailable(to, 'server');
  if (!found) {
    const next = to.fullPath === '/' ? undefined : to.fullPath;
    return { name: 'sign-in', ...(next ? { query: { next } } : {}) };
  }
  const { enrolmentRequired = false, setupPending = false } = session.info ?? {};
  if (enrolmentRequired !== (to.name === 'enrolment'))
    return { name: enrolmentRequired ? 'enrolment' : 'account' };
  if (setupPending && to.path === '/') return { name: 'set-up' };
  return true;
}

/** The page that waits for what is missing, and leads back. */
const unavailable = (
  { fullPath }: RouteLocationNormalized,
  missing: 'server' | 'part',
): { readonly name: string; readonly query: Record<string, string> } => ({
  name: 'unavailable',
  query: { next: fullPath, missing },
});

async function signedIn(session: ReturnType<typeof useSession>): Promise<boolean | 'unavailable'> {
  try {
    return await session.load();
  } catch (problem) {
    if (isPassing(problem)) return 'unavailable';
    if (problem instanceof Problem) return false; // the sign-in page says what is wrong with the server
    throw problem;
  }
}

router.afterEach((to, from) => {
  if (to.hash !== '' && (to.hash !== from.hash || to.path !== from.path)) seekSetting(to.hash);
  opening.value = '';
  // Another tab or filter of a screen that has said what it is called.
  if (to.path === from.path && from.matched.length > 0) return;
  screenTitle.value = to.meta.title ? i18n.global.t(to.meta.title) : '';
});

router.onError((error: unknown, to) => {
  if (!isMissingChunk(error)) throw error;
  void onChunkMissing({
    path: to.fullPath,
    isOutdated: () => to.fullPath !== headingFor,
    retry: () => void router.push(to.fullPath),
    giveUp: (missing) => void router.replace(unavailable(to, missing)),
  });
});
