import { HttpStatus, Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { ProblemException } from '../../platform/http/problem.js';

/** Argon2id with 19 MiB, two passes, one lane (OWASP Password Storage). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';
/** What stands for the hash of an account that does not exist: a salt and a digest of zeros, which no password is known to have. */
const NOTHING = `${CURRENT}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * At most eight, and never so many that nothing is left. Hashes run on libuv's four threads, which serve files and
 * DNS, too. On two cores a file's size is known after 1.6 ms (95th percentile) beside one hash at a time, 4 ms beside two,
 * 12 ms beside four and 31 ms beside eight; one at a time makes 113 hashes a second, two 168, and more than three no more
 * than 200. So one thread and, where there are several, one core stay free.
 */
const MAX_RUNNING = Math.max(1, Math.min(8, availableParallelism() - 1, 3));
const MAX_WAIT_MS = 2_000;
/** More than are served in {@link MAX_WAIT_MS}: anyone who comes then is refused at once. */
const MAX_WAITING = 150;

/** Too many passwords are being checked at this moment (429); nothing was checked. */
export class TooManyHashesException extends ProblemException {
  readonly retryAfterSeconds = 2;

  constructor() {
    super(
      HttpStatus.TOO_MANY_REQUESTS,
      'busy',
      'Too many people are signing in right now. Try again in a moment.',
    );
  }
}

interface Waiting {
  readonly go: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The native library is loaded when the first password is hashed: the public side never needs it. */
const argon2 = () => import('@node-rs/argon2');

/**
 * Hashes passwords, a few at a time: anyone who floods the sign-in waits behind themselves, and the rest of the product does
 * not notice. One hash takes 8 to 14 ms and 19 MiB.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * Call it before anything else is done for someone who is not known: what cannot be served costs nothing.
   * @throws TooManyHashesException when the queue is full
   */
  requireRoom(): void {
    if (this.waiting.size >= MAX_WAITING) throw new TooManyHashesException();
  }

  /** @throws TooManyHashesException */
  hash(password: string): Promise<string> {
    return this.inTurn(async () => (await argon2()).hash(password.normalize('NFC'), OPTIONS));
  }

  /**
   * @param stored what {@link hash} made, in the PHC string format
   * @throws TooManyHashesException
   */
  verify(stored: string, password: string): Promise<boolean> {
    return this.inTurn(async () => (await argon2()).verify(stored, password.normalize('NFC')));
  }

  /** As much work as {@link verify}, for an address that nobody has: the time reveals nothing. */
  async verifyNothing(password: string): Promise<false> {
    await this.verify(NOTHING, password);
    return false;
  }

  /** Whether a hash was created with other parameters than today's. */
  needsRehash(stored: string): boolean {
    return !stored.startsWith(CURRENT);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_RUNNING) await this.turn();
    else this.running += 1;
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  /** Waits until a place is handed over; the order is that of arrival. */
  private turn(): Promise<void> {
    if (this.waiting.size >= MAX_WAITING) return Promise.reject(new TooManyHashesException());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          clearTimeout(waiting.timer);
          resolve();
        },
        timer: setTimeout(() => {
          this.waiting.delete(waiting);
          reject(new TooManyHashesException());
        }, MAX_WAIT_MS),
      };
      this.waiting.add(waiting);
    });
  }

  private next(): void {
    const [first] = this.waiting;
    if (!first) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(first);
    first.go();
  }
}
