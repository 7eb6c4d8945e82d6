import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals nothing about where, or how far, they differ. */
export function secretsEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
