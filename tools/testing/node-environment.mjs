import { TestEnvironment } from 'jest-environment-node';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Those that were used since the last test file. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function remember(...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Node, for tests. Jest makes an `AsyncLocalStorage` for each test file and leaves it on: after a hundred files, each promise of a worker would be
 * written down a hundred times.
 */
export default class NodeEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
}
