import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { RUNTIME, type Runtime } from '../platform/config/runtime.js';
import { CHANNELS, DatabaseChanges } from '../platform/database/database-changes.js';
import { leaveProof } from '../platform/keys/key-check.js';
import { KeyRing, masterKeysPath, newMasterKey, readMasterKeys } from '../platform/crypto/key-ring.js';
import { KeyRotationService } from '../platform/keys/key-rotation.service.js';
import { EntityManager } from 'typeorm';
import { command } from './cli.js';

const USAGE = `npm run keys -- status     show what each key encrypts
       npm run keys -- rotate     create new keys and re-encrypt all stored data, without downtime`;

/** A running server takes over the key file within this time. */
const RELOAD_MS = 2_000;

const VERBS = { status: 0, rotate: 0 } as const;

export const { run } = command({ usage: USAGE, verbs: VERBS, takesTenant: false }, async (app, { verb }) => {
  if (verb === 'status') {
    for (const { key, texts } of await app.get(KeyRotationService).status()) console.log(`${key}\t${texts}`);
    return;
  }
  const runtime = app.get<Runtime>(RUNTIME);
  if (runtime.env.masterKeys === undefined) await changeMasterKey(app, runtime);
  const { rewrapped, reencrypted } = await app.get(KeyRotationService).rotate();
  console.log(`Re-encrypted ${reencrypted} personal values and ${rewrapped} settings and keys.`);
  if (runtime.env.masterKeys !== undefined) {
    const [current, ...others] = runtime.keyRing.keyIds;
    const droppable =
      others.length > 0 ? ` You can now remove these from MASTER_KEYS: ${others.join(', ')}.` : '';
    console.log(`Everything is encrypted with the master key "${current}".${droppable}`);
  }
});

/** First known to the server, then used by it: so nothing is ever encrypted with a key that the server cannot open. */
async function changeMasterKey(app: INestApplicationContext, { env, keyRing }: Runtime): Promise<void> {
  const path = masterKeysPath(env.dataDir);
  const old = readMasterKeys(env.dataDir);
  const fresh = newMasterKey(`k${Date.now().toString(36)}`);
  for (const text of [`${old},${fresh}`, `${fresh},${old}`]) {
    replaceFile(path, `${text}\n`);
    keyRing.adopt(KeyRing.parse(text));
    await app.get(DatabaseChanges).announce(CHANNELS.keys, '');
    await sleep(RELOAD_MS);
  }
  await leaveProof(app.get(EntityManager), keyRing);
  console.log(`New master key "${keyRing.currentKeyId}" in ${path}. Keep a copy of that file.`);
}

/** Whole or not at all, whatever happens in the meantime. */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
