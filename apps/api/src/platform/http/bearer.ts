import type { IncomingHttpHeaders } from 'node:http';

/** @returns undefined without the header; an empty text for one that has no key */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '');
