import { type Message, type MessageCodes, messages } from './messages.js';
import { problemCode } from './problems.js';
import type { ProgramKey } from './program-keys.js';

/** Where programs deploy; below `/api`, which is nobody's page. */
export const DEPLOY_ZIP_PATH = '/api/spa/deploy';

/** Where programs deploy by a list of files, and send only what the site doesn't have yet. */
export const DEPLOYMENTS_PATH = '/api/deployments';

/** Where CI gets a token to deploy with. */
export const DEPLOY_TOKEN_PATH = `${DEPLOYMENTS_PATH}/token`;

const MEGABYTE = 1_000_000;

export const DEPLOYMENT_LIMITS = {
  /** Octets of a packed upload. */
  packed: 100 * MEGABYTE,
  /** Octets of all files of a deployment. */
  unpacked: 500 * MEGABYTE,
  /** How much larger than packed a file above {@link ratioAbove} may be, and all of them together. */
  ratio: 100,
  ratioAbove: MEGABYTE,
  files: 10_000,
  /** Folders in each other, the file included. */
  depth: 20,
  /** Octets between two slashes. */
  segment: 200,
  /** Octets of a path. */
  path: 1_000,
  title: { min: 1, max: 254 },
  slug: { min: 1, max: 200 },
  commit: { min: 0, max: 64 },
  message: { min: 0, max: 200 },
  /** Of one application that aren't finished; a further one ends the oldest of them. */
  unfinished: 5,
  /** Minutes for which a deployment waits for its next file. */
  uploadMinutes: 60,
  /** Octets of a list of files. */
  manifestBytes: 8 * MEGABYTE,
  idempotencyKey: { min: 1, max: 100 },
  /** Rules of `_redirects`, and headers of `_headers`. */
  rules: 1_000,
  /** Octets of each of the two files. */
  ruleBytes: 65_536,
  ruleLine: 1_000,
  applications: 100,
  /** Trusted publishers of one application. */
  publishers: 20,
  publisherLine: { min: 1, max: 200 },
  issuer: 200,
  /** Minutes for which a token of CI is taken, and octets of it. */
  proofMinutes: 10,
  proofBytes: 16_384,
  /** Minutes for which the token that CI gets for it works. */
  tokenMinutes: 15,
  keys: 20,
  /** Days for which hashed files of earlier deployments are served. */
  oldFileDays: 7,
  /** Hours for which a deployment can be seen before it is live, by an address of its own. */
  previewHours: 24,
  /** What is kept besides what is live: the newest so many, and all of so many days. */
  keptNewest: 10,
  keptDays: 30,
} as const;

export const DEPLOY_KEY_PREFIX = 'sdk_';

/** What a token that CI was given begins with. */
export const DEPLOY_TOKEN_PREFIX = 'sdt_';

/** CI services that say by a signed token what runs, and who signs it unless they run on a server of one's own. */
export const CI_PROVIDERS = {
  github: { name: 'GitHub Actions', issuer: 'https://token.actions.githubusercontent.com' },
  gitlab: { name: 'GitLab CI', issuer: 'https://gitlab.com' },
} as const;
export type CiProvider = keyof typeof CI_PROVIDERS;
export const CI_PROVIDER_NAMES = Object.keys(CI_PROVIDERS) as readonly CiProvider[]; // its own keys

/** What a key may do: `draft` deploys for previews only, `deploy` also takes live. */
export const DEPLOY_KEY_SCOPES = ['draft', 'deploy'] as const;
export type DeployKeyScope = (typeof DEPLOY_KEY_SCOPES)[number];

export const DEPLOYMENT_STATES = ['uploading', 'checking', 'ready', 'live', 'failed'] as const;
/** `uploading`: waits for files; `checking`: an archive is unpacked; `ready`: whole, and was live before or never; `failed`: refused, or cut off. */
export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

/** Types of files that a deployment may have, by their extensions. */
export const DEPLOYED_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  wasm: 'application/wasm',
};

/** What an upload says in the answer when it is live; names and shape are the interface's that CI scripts know. */
export interface DeployZipResult {
  readonly success: true;
  /** ISO 8601. */
  readonly deployedAt: string;
  readonly deploymentCount: number;
  readonly urlPath: string;
  readonly filesDeployed: number;
  readonly cdnPurged: boolean;
  /** Number of the deployment. */
  readonly deployment: number;
  /** Whether visitors get it: not while the application is locked, nor with a key for drafts. */
  readonly live: boolean;
  readonly warnings: readonly string[];
  /** Where it can be seen before it is live, for 24 hours from now; null unless it is ready and the site's URL is known. */
  readonly preview: string | null;
}

/** What an upload is answered when it is refused. */
export interface DeployZipRefusal {
  readonly success: false;
  readonly error: string;
  /** Which text that is. */
  readonly code: string;
}

/** What a list of files says of one of them. */
export interface ManifestFile {
  /** In hexadecimal digits, lower case. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Answer to a file that was sent. */
export interface ReceivedFile {
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
  /** False if it had arrived before. */
  readonly isNew: boolean;
}

/** How far a deployment by a list of files is. */
export interface DeploymentProgress {
  /** Number of the deployment. */
  readonly deployment: number;
  readonly state: DeploymentState;
  /** Whether visitors get it: not while the application is locked, nor if it is a draft. */
  readonly live: boolean;
  /** Where visitors find the application, with a slash at its end. */
  readonly path: string;
  /** Where it can be seen before it is live, for 24 hours from now; null unless it is ready and the site's URL is known. */
  readonly preview: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Octets that the site didn't have yet. */
  readonly newBytes: number;
  /** SHA-256 of what is still to be sent. */
  readonly missing: readonly string[];
  /** When it is given up unless another file arrives; null once it is finished. */
  readonly expiresAt: string | null;
  readonly warnings: readonly Message[];
  /** Why it failed. */
  readonly failure: Message | null;
}

/** An application of the site: an article of type 3. */
export interface Application {
  readonly number: number;
  readonly title: string;
  /** Where visitors find it once something is live. */
  readonly path: string;
  readonly locked: boolean;
  /** Whether source maps are deployed. */
  readonly sourceMaps: boolean;
  /** The deployment that visitors get; null before the first. */
  readonly live: number | null;
  readonly liveSince: string | null;
  readonly deployments: number;
}

export interface Deployment {
  readonly number: number;
  readonly state: DeploymentState;
  readonly files: number;
  readonly bytes: number;
  /** Octets that the site didn't have yet. */
  readonly newBytes: number;
  /** Who deployed, as the audit log names them. */
  readonly by: string;
  readonly commit: string | null;
  readonly message: string | null;
  readonly warnings: readonly Message[];
  /** Why it failed. */
  readonly failure: Message | null;
  readonly createdAt: string;
  readonly liveAt: string | null;
  /** Where it can be seen before it is live, for 24 hours from now; null unless it is ready and the site's URL is known. */
  readonly preview: string | null;
}

/** A file that differs between two deployments. */
export interface DeploymentChange {
  readonly path: string;
  /** Octets; null where it wasn't there. */
  readonly before: number | null;
  /** Octets; null where it isn't there. */
  readonly after: number | null;
}

/** What differs, by path. */
export interface DeploymentChanges {
  /** The deployment that it is compared with; null if there is none, and everything is new. */
  readonly against: number | null;
  readonly items: readonly DeploymentChange[];
  readonly nextCursor: string | null;
}

export interface DeployKey extends ProgramKey {
  readonly scope: DeployKeyScope;
}

/** CI runs that can deploy an application without a key. Names of repositories can be others' one day, so their ids count. */
export interface Publisher {
  readonly id: string;
  readonly provider: CiProvider;
  /** URL of who signs the tokens. */
  readonly issuer: string;
  /** Such as `octo-org/shop`; for people. */
  readonly repository: string;
  readonly repositoryId: string;
  /** Of the user, organization or group that has the repository. */
  readonly ownerId: string;
  /** File of the workflow: `deploy.yml`, or at GitLab the path `.gitlab-ci.yml`. */
  readonly workflow: string;
  /** Null for any, and for none. */
  readonly environment: string | null;
  /** Such as `refs/heads/main`; null for any. */
  readonly ref: string | null;
  readonly scope: DeployKeyScope;
  readonly lastUsedAt: string | null;
}

export interface Publishers {
  readonly items: readonly Publisher[];
  /** What tokens of CI must be for. */
  readonly audience: string;
}

/** What CI deploys with for some minutes. */
export interface DeployToken {
  /** For `Authorization: Bearer`. */
  readonly token: string;
  /** Number of the application. */
  readonly article: number;
  readonly scope: DeployKeyScope;
  readonly expiresAt: string;
}

/** A new key; it is shown this once. */
export interface NewDeployKey extends DeployKey {
  readonly key: string;
}

export const SUPERSEDED = problemCode('superseded');
/** Files of the list are still to be sent. */
export const INCOMPLETE = problemCode('incomplete');

export const DEPLOYMENT_MESSAGES = messages('deployments', {
  invalidKey: 'Invalid deployment key',
  noFile: 'No file uploaded',
  notZip: 'File must be a .zip archive',
  tooLarge: 'File size exceeds maximum of {max} bytes',
  keyAfterFile: 'The field password must come before the file, or the key in the Authorization header',
  notMultipart: 'Content-Type must be multipart/form-data',
  damaged: 'The archive is damaged, or not a zip archive',
  tooManyFiles: 'More than {max} files',
  tooDeep: '“{path}” is in more than {max} folders',
  tooMuch: 'More than {max} bytes unpacked',
  ratio: '“{path}” is packed more than {max} times smaller than it is',
  unsafePath: '“{path}” isn’t a path that a deployment may have',
  duplicate: '“{path}” and “{other}” would be the same file',
  special: '“{path}” is a link or a device',
  encrypted: '“{path}” is encrypted',
  method: '“{path}” is packed in an unknown way',
  overlap: '“{path}” overlaps another file of the archive',
  differs: '“{path}” is described differently inside the archive',
  checksum: '“{path}” is damaged',
  type: '“{path}” has a type that can’t be deployed',
  noIndex: 'There is no index.html at the top of the archive',
  indexIn: 'There is no index.html at the top of the archive, but one in “{folder}”',
  empty: 'The archive is empty',
  busy: 'Another upload of this application is being unpacked',
  superseded: 'A newer deployment is live already',
  noRoom: 'The site has no room for these files',
  diskFull: 'The server’s disk is full',
  interrupted: 'The upload was cut off',
  incomplete: '{count} files haven’t been sent yet',
  expired: 'The upload wasn’t finished in time',
  abandoned: 'The upload was ended before it was finished',
  replaced: 'Newer uploads were begun, and this one wasn’t finished',
  wrongContent: 'These aren’t the bytes that the list of files names',
  manifestFile: 'The list of files has no SHA-256 or size for “{path}”',
  keyReused: 'This Idempotency-Key was used for another deployment',
  idempotencyKey: 'Idempotency-Key must be 1 to {max} visible characters',
  notWhole: 'This deployment isn’t whole',
  tooManyKeys: 'An application can have up to {max} keys. Delete one first.',
  tooManyApplications: 'A site can have up to {max} applications.',
  keyReplaced: 'This key has been replaced already.',
  invalidProof: 'This token isn’t accepted',
  publisherTwice: 'Two of these publishers are the same',
  stripped: 'The folder “{folder}” was left out of all paths',
  dropped: '{count} files of macOS were left out',
  ruleLine: '{file}, line {line}: {problem}',
  ruleFileSize: '{file} is larger than {max} bytes, or isn’t UTF-8',
  ruleTooLong: 'longer than {max} characters',
  tooManyRules: 'more than {max} rules',
  ruleForm: 'a rule is “from to status”, with spaces between them',
  rulePath: '“{path}” isn’t a path or address that a rule can have',
  ruleStatus: '“{status}” isn’t one of 200, 301, 302, 307, 308, 404',
  ruleProxy: 'other servers’ pages can’t be shown here: redirect to them',
  ruleName: '“{name}” isn’t in the first path',
  ruleTarget: '“{path}” isn’t a file of the deployment',
  ruleConflict: '“{path}” is in line {other} already',
  ruleLoop: '“{path}” leads back to where it was',
  headerForm: 'a path stands at the start of a line, and below it “Name: value” after spaces',
  headerOwn: 'the header {name} is the server’s own',
  ruleHidden: '{file}, line {line}: there is a file at “{path}”, which is sent instead',
  sourceMaps: '{count} source maps can be read by anyone',
  sourceMapsOut: '{count} source maps were left out',
  missingAsset: 'index.html asks for “{path}”, which isn’t in the deployment',
  rootPaths:
    'index.html asks for “{path}”, which is outside of the application: set the base of the bundler to “{base}”',
});
export type DeploymentMessageCode = MessageCodes<typeof DEPLOYMENT_MESSAGES>;
