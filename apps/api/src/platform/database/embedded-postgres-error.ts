/** The built-in PostgreSQL cannot be used. The message is one sentence for the operator: what happened and what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** Another process has the data folder: the one refusal after which the running server must be left alone. */
export class DataFolderInUseError extends EmbeddedPostgresError {}

const ELSEWHERE = 'or set DATA_DIR to another folder.';

type Sentence = (path: string) => string;

const notWritable: Sentence = (path) =>
  `This user can’t write to ${path}. Make the user who runs Sitedesk its owner, ${ELSEWHERE}`;
const notAFolder: Sentence = (path) => `${path} is not a folder. Remove the file of that name, ${ELSEWHERE}`;

/** The operator's sentence for each way in which the file system refuses us. */
const FILE_SENTENCES: Readonly<Record<string, Sentence>> = {
  EACCES: notWritable,
  EPERM: notWritable,
  ENOENT: (path) => `The folder ${path} can’t be created. Create it yourself, ${ELSEWHERE}`,
  EROFS: (path) => `${path} is on a read-only file system. Mount it writable, ${ELSEWHERE}`,
  ENOSPC: (path) => `There’s no space left on the disk with ${path}. Free some, ${ELSEWHERE}`,
  EDQUOT: (path) => `The disk quota for ${path} is used up. Free some space, ${ELSEWHERE}`,
  ENOTDIR: notAFolder,
  EEXIST: notAFolder,
};

/** The same refusals, as PostgreSQL and initdb print them. */
const PRINTED: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
];

/** The system's code of a failed call, such as `ENOENT`; undefined when it was no failed system call. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Turns a refusal of the file system into the operator's sentence; anything else is returned as it came. */
export function explainFileError(error: unknown, path: string): unknown {
  const sentence = FILE_SENTENCES[errorCode(error) ?? ''];
  return sentence ? new EmbeddedPostgresError(sentence(path), { cause: error }) : error;
}

/** What PostgreSQL or initdb wrote when it failed, as the operator's sentence. */
export function explainServerOutput(output: string, dataDir: string): EmbeddedPostgresError {
  const [, code = ''] = PRINTED.find(([words]) => words.test(output)) ?? [];
  const sentence = FILE_SENTENCES[code];
  if (sentence) return new EmbeddedPostgresError(sentence(dataDir));
  const told =
    /^.*?(?:FATAL|PANIC|initdb: error|ERROR):\s*(.+)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
  return new EmbeddedPostgresError(
    `PostgreSQL couldn’t start with the data in ${dataDir}: ${told || 'no error message'}. See postgres.log in that folder, ${ELSEWHERE}`,
  );
}
