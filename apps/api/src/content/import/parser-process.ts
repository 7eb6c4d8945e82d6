import { serveWork } from '../../platform/core/limited-process.js';
import { parse } from './parser-work.js';

await serveWork(parse);
