/** Numbers of the keys with which programs do one thing: deploy an application, or import documents. */
export const PROGRAM_KEY_LIMITS = {
  name: { min: 1, max: 100 },
  /** Days until a key expires. */
  days: { min: 1, max: 365, default: 90 },
  /** Hours for which the key before stays valid. */
  overlapHours: { min: 0, max: 24 },
} as const;

/** A key of a program, as it's listed. */
export interface ProgramKey {
  readonly id: string;
  readonly name: string;
  /** What it begins with. */
  readonly prefix: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly lastAddress: string | null;
  /** Whether another one took its place, and it only lives on for a while. */
  readonly replaced: boolean;
}
