import { compareVersions } from './node-version.mjs';

/** Older versions of these have known holes (each number is the first version without them). */
export const MINIMUM_VERSIONS = {
  multer: '2.1.0',
  nodemailer: '7.0.11',
  passport: '0.6.0',
  typeorm: '0.3.26',
  validator: '13.15.22',
};

/** Of packages that name theirs nowhere a program finds it: it stands in a file beside. */
const LICENCES_READ = { 'passport-strategy': 'MIT', pause: 'MIT' };

/** `1.2.3`, `1.2.3-beta.4`, or the same behind another package's name (`npm:name@1.2.3`). */
const EXACT = /^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
const SECTIONS = /** @type {const} */ ([
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
]);

/**
 * @typedef {{ readonly [name: string]: string | Overrides }} Overrides
 * @typedef {{ readonly name?: string, readonly overrides?: Overrides } & Readonly<Partial<Record<typeof SECTIONS[number], Readonly<Record<string, string>>>>>} Manifest
 */

/**
 * One sentence for each installed package that is older than it may be.
 * @param {Readonly<Record<string, { readonly version?: string }>>} packages of the lock file
 */
export function oldPackages(packages) {
  return Object.entries(MINIMUM_VERSIONS).flatMap(([name, minimum]) =>
    Object.entries(packages)
      .filter(([path]) => path.endsWith(`node_modules/${name}`))
      .filter(([, { version = '0' }]) => compareVersions(version, minimum) < 0)
      .map(([path, { version }]) => `${path} is ${version}; it must be ${minimum} or newer.`),
  );
}

/**
 * One sentence for each package of the product, as opposed to what builds it, whose licence nobody knows.
 * @param {Readonly<Record<string, { readonly dev?: boolean, readonly link?: boolean, readonly license?: string }>>} packages of the lock file
 */
export function unlicensedPackages(packages) {
  return Object.entries(packages)
    .filter(([path, { dev, link, license }]) => path.includes('node_modules/') && !dev && !link && !license)
    .filter(([path]) => !Object.keys(LICENCES_READ).some((name) => path.endsWith(`node_modules/${name}`)))
    .map(([path]) => `${path} names no licence. Read it, and add it to LICENCES_READ.`);
}

/**
 * One sentence for each dependency whose version is not an exact one. Our own packages are wherever they are: `*`.
 * @param {string} file
 * @param {Manifest} manifest
 * @param {ReadonlySet<string>} own names of the workspace's packages
 */
export function inexactVersions(file, manifest, own) {
  const listed = SECTIONS.flatMap((section) => Object.entries(manifest[section] ?? {}));
  return [...listed, ...flatten(manifest.overrides ?? {})]
    .filter(([name, version]) => !(own.has(name) && version === '*') && !EXACT.test(version))
    .map(([name, version]) => `${file}: ${name} is "${version}"; write an exact version.`);
}

/**
 * @param {Overrides} overrides
 * @returns {readonly (readonly [string, string])[]}
 */
function flatten(overrides) {
  return Object.entries(overrides).flatMap(([name, value]) =>
    typeof value === 'string' ? [/** @type {const} */ ([name, value])] : flatten(value),
  );
}

/**
 * What must not be in a tracked file, as extended regular expressions: hosts of package registries, and folders of someone's
 * machine. The brackets keep this file from matching itself.
 * @param {{ root: string, registry: string | undefined }} machine
 */
export function forbiddenPatterns({ root, registry }) {
  const hosts = ['registry[.]npmjs[.]org', 'registry[.]yarnpkg[.]com', 'npm[.]pkg[.]github[.]com'];
  const folders = '(^|[^[:alnum:]_.~-])/(h[o]me|U[s]ers|r[o]ot|w[o]rk|w[o]rkspace)/[[:alnum:]_.]';
  const own = [root, registry && URL.canParse(registry) ? new URL(registry).host : ''];
  return [...hosts, folders, ...own.filter((text) => text && text.length > 4).map(literal)];
}

/** @param {string} text */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
