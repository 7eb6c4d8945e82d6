import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import { join } from 'node:path';
import { APP_FOLDER } from '../../platform/config/app-folder.js';
import { LimitedProcess, LimitReached, WorkFailed } from '../../platform/core/limited-process.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { UnreadableDocument } from './front-matter.js';
import type { ParserAnswer, ParserWork } from './parser-work.js';
import type { UnpackedDocument } from './prepared-document.js';
import type { ReadDocument, SourceDocument, Surroundings } from './read-document.js';

/** A document takes milliseconds, and the largest about a second. */
const LIMITS = { ms: 20_000, megabytes: 512, idleMs: 60_000 } as const;

/** Reads documents of others in a process of its own: a hostile one costs itself, and neither requests nor the server. */
@Injectable()
export class DocumentParserService implements OnApplicationShutdown {
  private readonly process = new LimitedProcess<ParserWork, ParserAnswer>(
    join(APP_FOLDER, 'dist/bundle/content/import/parser-process.js'),
    LIMITS,
  );

  constructor(@Inject(LOG) private readonly log: Log) {}

  /** @throws UnreadableDocument */
  async read(source: SourceDocument, around: Surroundings): Promise<ReadDocument> {
    const answer = await this.run({ source, around });
    if ('read' in answer) return answer.read;
    throw unreadable(answer);
  }

  /** @throws UnreadableDocument */
  async unpack(work: Extract<ParserWork, { kind: unknown }>): Promise<UnpackedDocument> {
    const answer = await this.run(work);
    if ('unpacked' in answer) return answer.unpacked;
    throw unreadable(answer);
  }

  onApplicationShutdown(): void {
    this.process.close();
  }

  private async run(work: ParserWork): Promise<ParserAnswer> {
    try {
      return await this.process.run(work);
    } catch (error) {
      if (error instanceof LimitReached)
        return { reason: error.limit === 'time' ? TEXTS.takesLong : TEXTS.takesMemory, line: null };
      if (!(error instanceof WorkFailed)) throw error;
      this.log.error({ event: 'import.unreadable', reason: error.message });
      return { reason: TEXTS.unreadable, line: null };
    }
  }
}

const unreadable = (answer: ParserAnswer): Error =>
  'reason' in answer
    ? new UnreadableDocument(answer.reason, answer.line)
    : new Error('The process answered something else.');
