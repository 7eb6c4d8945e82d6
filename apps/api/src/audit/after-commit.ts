import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';

/** Runs things once a transaction has been committed, and never for one that was taken back. */
@Injectable()
export class AfterCommit {
  private readonly waiting = new WeakMap<QueryRunner, (() => void)[]>();

  constructor(dataSource: DataSource) {
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        if (!queryRunner.isTransactionActive) for (const run of this.take(queryRunner)) run();
      },
      // Of a transaction inside another as well: who asks again then is safer than who believes it was done.
      afterTransactionRollback: ({ queryRunner }) => void this.take(queryRunner),
    });
  }

  /** @param work must not throw */
  add(runner: QueryRunner, work: () => void): void {
    this.waiting.set(runner, [...(this.waiting.get(runner) ?? []), work]);
  }

  private take(runner: QueryRunner): readonly (() => void)[] {
    const work = this.waiting.get(runner) ?? [];
    this.waiting.delete(runner);
    return work;
  }
}
