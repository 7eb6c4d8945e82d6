import { icons as lucide } from '@iconify-json/lucide';
import ui from '@nuxt/ui/vite';
import vue from '@vitejs/plugin-vue';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';

/** The address that `npm run dev` of the backend listens on; calls of the page go there. */
const BACKEND = 'http://localhost:3000';
const ours = (file: string): string => join(import.meta.dirname, 'src/ui', file);

/** Parts of the kit, and what stands in their place. */
const REPLACED: readonly { readonly part: RegExp; readonly by: string; readonly source?: string }[] = [
  // The app component brings its toaster along, which we never show: ours is app/ToastRegion.vue.
  { part: /^\.\/Toaster\.vue$/, by: '\0no-toaster', source: 'export default { render: () => null };' },
  // Each component reads its classes from the configuration: through Vue's proxies that takes long, and it never changes.
  {
    part: /\/useAppConfig\.js$/,
    by: '\0kit-config',
    source: `import config from '#build/app.config'; export const useAppConfig = () => config;`,
  },
  { part: /\/utils\/tv$/, by: ours('kit-classes.ts') },
  { part: /\/Icon\.vue$/, by: ours('kit-icon.ts') },
  // Can load icons from elsewhere, which is most of it.
  { part: /^@iconify\/vue$/, by: ours('kit-icon.ts') },
];
const replacedParts: Plugin = {
  name: 'replaced-parts-of-the-kit',
  enforce: 'pre',
  // Of the kit: what it imports itself, and what our templates take from it.
  resolveId: (id, importer) =>
    /nuxt[/\\]ui[/\\]dist/.test(/^[.@]/.test(id) ? `${importer ?? ''} ${id}` : id)
      ? REPLACED.find(({ part }) => part.test(id))?.by
      : undefined,
  load: (id) => REPLACED.find(({ by }) => by === id)?.source,
};

/** Browsers have what tus-js-client brings for old ones, in a form that makes the first load larger. */
const browserUrl: Plugin = {
  name: 'browser-url',
  enforce: 'pre',
  resolveId: (id) => (id === 'url-parse' ? '\0browser-url' : undefined),
  load: (id) => (id === '\0browser-url' ? 'export default URL;' : undefined),
};

const COMMAND_LINES: Readonly<Record<string, string>> = {
  'virtual:sitedesk-deploy': join(import.meta.dirname, '../../tools/deploy/sitedesk-deploy.mjs'),
  'virtual:sitedesk-import': join(import.meta.dirname, '../../tools/import/sitedesk-import.mjs'),
};
/** The command lines for deployments and imports as texts, which pages offer for download. */
const commandLine: Plugin = {
  name: 'command-line',
  resolveId: (id) => (id in COMMAND_LINES ? `\0${id}` : undefined),
  load(id) {
    const file = id.startsWith('\0') ? COMMAND_LINES[id.slice(1)] : undefined;
    if (file === undefined) return undefined;
    this.addWatchFile(file);
    return `export default ${JSON.stringify(readFileSync(file, 'utf8'))};`;
  },
};

/**
 * Files of screens, which are loaded after sign-in and the shell; the first group is their feature. The icons of articles stay in
 * the first load, as most people go there next.
 */
const SCREEN = /\/src\/features\/(?!sign-in\/|set-up\/|articles\/)([^/]+)\/(?!index\.ts)[^?]+\.(?:vue|ts)/;
const featureOf = (file: string): string | undefined => SCREEN.exec(file.replaceAll('\\', '/'))?.[1];
const ICON = /\bi-lucide-([a-z0-9-]+)/g;
const iconsOf = new Map<string | undefined, Set<string>>();
for (const name of readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!/\.(vue|ts)$/.test(name)) continue;
  const file = join(import.meta.dirname, 'src', name);
  const icons = iconsOf.get(featureOf(file)) ?? new Set();
  for (const [, icon = ''] of readFileSync(file, 'utf8').matchAll(ICON)) icons.add(icon);
  iconsOf.set(featureOf(file), icons);
}
const drawing = (name: string): string => {
  const icon = lucide.icons[name] ?? lucide.icons[lucide.aliases?.[name]?.parent ?? ''];
  if (!icon) throw new Error(`There is no icon lucide-${name}.`);
  return icon.body;
};
const firstIcons = iconsOf.get(undefined) ?? new Set();
/** The icons that only screens name come with the first screen of their feature, so that they cost the first load nothing. */
const screenIcons: Plugin = {
  name: 'screen-icons',
  resolveId: (id) => (id.startsWith('virtual:screen-icons/') ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith('\0virtual:screen-icons/')) return undefined;
    const feature = id.slice(id.indexOf('/') + 1);
    const names = [...(iconsOf.get(feature) ?? [])].filter((name) => !firstIcons.has(name));
    const bodies = names.map((name) => [name, drawing(name)] as const);
    return `import { addIcon } from ${JSON.stringify(ours('kit-icon.ts'))};
for (const [name, body] of ${JSON.stringify(bodies)}) addIcon('lucide:' + name, { body });`;
  },
  transform(code, id) {
    const feature = featureOf(id);
    return feature && [...code.matchAll(ICON)].some(([, icon = '']) => !firstIcons.has(icon))
      ? { code: `import 'virtual:screen-icons/${feature}';\n${code}`, map: null }
      : undefined;
  },
};

/** Only what the first load needs is taken from a package's index, which names everything. */
const PACKAGE_INDEX = /\/index\.m?js$/;
/**
 * A part of the first load in one file. Otherwise there is a file for each set of screens that share something, and the first load
 * has fifty.
 * @param entries stay files of their own, so that the manifest names them
 */
function firstLoad(name: string, priority: number, entries: readonly string[]): Rolldown.CodeSplittingGroup {
  const files = entries.map((entry) => normalizePath(join(import.meta.dirname, 'src', entry)));
  const modules = new Set<string>();
  const collect = (id: string, context: Rolldown.ChunkingContext): void => {
    if (modules.has(id)) return;
    modules.add(id);
    if (PACKAGE_INDEX.test(id)) return;
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) collect(imported, context);
  };
  return {
    name: (id, context) => {
      if (modules.size === 0) for (const file of files) collect(file, context);
      return modules.has(id) && !files.includes(id) ? name : null;
    },
    priority,
  };
}

/** The icons of buttons and fields; the kit's own are larger than the words beside them. */
const smallIcons = { leadingIcon: 'size-4', trailingIcon: 'size-4' };
const sizes = { size: { md: smallIcons, lg: smallIcons } };
/** Where one can type has an edge that is seen, as what can be ticked has below (WCAG 1.4.11). */
const field = { variants: { ...sizes, variant: { outline: 'ring-(--control)' } } };

export default defineConfig({
  base: '/admin/',
  resolve: { conditions: ['@sitedesk/source', 'module', 'browser', 'development|production'] },
  plugins: [
    replacedParts,
    browserUrl,
    commandLine,
    screenIcons,
    vue({ features: { optionsAPI: false } }),
    ui({
      dts: false,
      // Ours decides (public/theme.js): three themes, before the first paint, without an inline script.
      colorMode: false,
      ui: {
        colors: {
          primary: 'iris',
          neutral: 'sand',
          success: 'leaf',
          warning: 'amber',
          error: 'brick',
          info: 'sky',
        },
        // The kit's small badge has words of 10 pixels; our smallest are of 12.
        badge: {
          variants: {
            size: { sm: { base: 'gap-1 px-2 py-0.5 text-xs/4', leadingIcon: 'size-3.5' } },
          },
        },
        input: field,
        inputMenu: field,
        inputNumber: field,
        inputTags: field,
        select: field,
        selectMenu: field,
        textarea: field,
        // What can be ticked has an edge that is seen (WCAG 1.4.11).
        checkbox: { slots: { base: 'ring-(--control)' } },
        radioGroup: { slots: { base: 'ring-(--control)', fieldset: 'gap-x-5' } },
        switch: { slots: { base: 'data-[state=unchecked]:bg-(--control)', thumb: 'shadow-none' } },
        // Long titles don't run under the button that closes the dialog.
        modal: { slots: { wrapper: 'pe-8' } },
        // One look for the parts of every page; in a card a page may choose another.
        tabs: {
          slots: { content: 'pt-5' },
          compoundVariants: [
            {
              variant: 'link' as const,
              orientation: 'horizontal' as const,
              class: {
                list: 'overflow-x-auto px-0',
                trigger: 'shrink-0 text-base data-[state=active]:text-highlighted',
                indicator: 'bottom-0 h-0.5',
              },
            },
          ],
          defaultVariants: { variant: 'link' as const, color: 'primary' as const },
        },
        // Most buttons are a second choice; the first one of a screen says so: color="primary" variant="solid".
        button: {
          variants: sizes,
          defaultVariants: { color: 'neutral' as const, variant: 'outline' as const },
          compoundVariants: [
            { size: 'md' as const, square: true, class: 'p-2' },
            // The kit's own hover is so light that white words on it are hard to read (WCAG 1.4.3).
            ...(['primary', 'error', 'success', 'warning', 'info'] as const).map((color) => ({
              color,
              variant: 'solid' as const,
              class: `hover:bg-${color}/90 active:bg-${color}/90`,
            })),
          ],
        },
      },
      icon: { clientBundle: { icons: [...firstIcons].map((icon) => `lucide:${icon}`) } },
    }),
  ],
  // Parts of vue-i18n and Vue that nothing here uses; they are left out of the bundle.
  define: {
    __VUE_I18N_LEGACY_API__: false,
    __VUE_I18N_FULL_INSTALL__: false,
    __INTLIFY_PROD_DEVTOOLS__: false,
    __VUE_PROD_DEVTOOLS__: false,
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // The first load names all parts of the page, and hashes can't be compressed: 7 characters make 42 bits.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            firstLoad('start', 2, ['main.ts', 'features/sign-in/SignInPage.vue']),
            firstLoad('shell', 1, ['app/AppShell.vue']),
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700, // kB; what a screen may weigh is in budget.mjs
  },
  server: { proxy: { '/editor': BACKEND, '/_api': BACKEND } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.spec.ts'],
    // Isolated, each test file would load the components again, which takes three times as long as the tests.
    isolate: false,
    setupFiles: ['src/testing/unmount.ts'],
    server: { deps: { inline: ['@nuxt/ui'] } },
    // Printed as it comes: what a worker still has to hand over when its tests are done fails the run.
    disableConsoleIntercept: true,
    // For what hangs; a busy machine takes its time.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
