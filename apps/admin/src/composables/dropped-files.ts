/** What computers leave in folders for themselves; nobody means to upload it. */
const LEFTOVERS = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__MACOSX|\.Spotlight-V100|\.Trashes)$/i;
export const isLeftover = (name: string): boolean => LEFTOVERS.test(name);

/** A file that someone chose or dropped, and the folders around it that came along. */
export interface ChosenFile {
  readonly file: File;
  readonly path: readonly string[];
}

export interface Dropped {
  readonly files: readonly ChosenFile[];
  /** Folders without any file. */
  readonly emptyFolders: readonly (readonly string[])[];
}

/** Of an `<input>`, of a whole folder too. */
export const chosenFiles = (list: FileList | readonly File[]): readonly ChosenFile[] =>
  [...list]
    .filter(({ name }) => !isLeftover(name))
    .map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }));

/** What was dropped: its entries have to be taken before the event is over, and are read afterwards. */
export function droppedFiles(data: DataTransfer): Promise<Dropped> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.length > 0
    ? readEntries(entries, [])
    : Promise.resolve({ files: chosenFiles(data.files), emptyFolders: [] });
}

async function readEntries(
  entries: readonly FileSystemEntry[],
  path: readonly string[],
): Promise<{ readonly files: ChosenFile[]; readonly emptyFolders: (readonly string[])[] }> {
  const files: ChosenFile[] = [];
  const emptyFolders: (readonly string[])[] = [];
  for (const entry of entries.filter(({ name }) => !isLeftover(name))) {
    if (isFile(entry)) files.push({ file: await fileOf(entry), path });
    if (!isFolder(entry)) continue;
    const here = [...path, entry.name];
    const inside = await readEntries(await entriesIn(entry), here);
    if (inside.files.length + inside.emptyFolders.length === 0) emptyFolders.push(here);
    for (const each of inside.files) files.push(each);
    for (const each of inside.emptyFolders) emptyFolders.push(each);
  }
  return { files, emptyFolders };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives some at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
