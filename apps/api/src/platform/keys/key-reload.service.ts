import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '../core/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { KeyRing, readMasterKeys } from '../crypto/key-ring.js';

/** Takes over the master keys of the data folder when a command has changed them. Keys of the environment stay. */
@Injectable()
export class KeyReloadService {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
    changes: DatabaseChanges,
  ) {
    changes.on(CHANNELS.keys, () => this.reload());
    changes.onLost(() => this.reload());
  }

  private reload(): void {
    const { env, keyRing } = this.runtime;
    if (env.masterKeys !== undefined) return;
    try {
      const before = keyRing.keyIds.join();
      keyRing.adopt(KeyRing.parse(readMasterKeys(env.dataDir)));
      if (keyRing.keyIds.join() !== before) this.log.info({ event: 'keys.reloaded', keyIds: keyRing.keyIds });
    } catch (error) {
      // The keys in use go on; the command that changed the file sees the same error.
      this.log.error({ event: 'keys.reload_failed', err: error });
    }
  }
}
