import { createHash, randomBytes } from 'node:crypto';

/** A secret for a cookie or a link: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. It has too many bits to be guessed, so that a fast hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
