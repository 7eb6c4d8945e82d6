import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ExportZip } from './export-zip.js';

/** Writes a zip archive, which has its name when it is whole. */
export async function writeZip<Result>(
  file: string,
  write: (sink: ExportZip) => Promise<Result>,
): Promise<Result> {
  const sink = new ExportZip();
  const unfinished = `${file}.unfinished`;
  try {
    const written = write(sink).catch((error: unknown) => {
      sink.fail(error);
      throw error;
    });
    const target = createWriteStream(unfinished, { flush: true, mode: 0o600 });
    const [result] = await Promise.all([written, pipeline(sink.stream, target)]);
    await rename(unfinished, file);
    return result;
  } finally {
    await rm(unfinished, { force: true });
  }
}
