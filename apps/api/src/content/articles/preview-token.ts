import { createHash } from 'node:crypto';

/** What is stored of a token: nobody who reads the database can open a preview with it. */
export const previewHash = (token: string): string => createHash('sha256').update(token).digest('hex');
