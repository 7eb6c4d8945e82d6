import { Inject, Injectable } from '@nestjs/common';
import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { removeBlobs } from '../../content/files/remove-files.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql } from '../../platform/database/sql.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';

const DAY_MS = 86_400_000;
/** Old deployments are looked for so often. */
const EVERY_MS = 10 * 60_000;
const DEPLOYMENTS = 5;
const CONTENTS = 500;

/** What is live stays, and the newest of each application, and everything of the last days, by when it was made or was last live. */
const OLD = `SELECT d.tenant_id, d.article_number, d.number FROM deployment d
  WHERE d.state IN ('ready', 'failed') AND d.created_at < $1 AND coalesce(d.live_until, d.created_at) < $1
    AND d.number <= (SELECT n.number FROM deployment n WHERE n.tenant_id = d.tenant_id AND n.article_number = d.article_number
      ORDER BY n.number DESC OFFSET ${LIMITS.keptNewest} LIMIT 1)
  ORDER BY d.created_at LIMIT ${DEPLOYMENTS}`;

/** Uploads for which no file has come for a long time. */
const END_SILENT = {
  text: `UPDATE deployment SET state = 'failed', failure = $1, lease = NULL WHERE (tenant_id, article_number, number) IN (
    SELECT tenant_id, article_number, number FROM deployment WHERE state = 'uploading' AND leased_until < now()
    ORDER BY leased_until LIMIT ${DEPLOYMENTS} FOR UPDATE SKIP LOCKED)`,
};
const DELETE_MANIFESTS = {
  text: `DELETE FROM deployment_manifest m USING deployment d WHERE d.tenant_id = m.tenant_id AND d.article_number = m.article_number
    AND d.number = m.deployment AND d.state = 'failed'`,
};
/** Tokens of CI are remembered for as long as what proved them could be shown again. */
const DELETE_TOKENS = { text: 'DELETE FROM deploy_token WHERE expires_at < $1' };
const DELETE = {
  text: 'DELETE FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number = $3',
};

interface DeploymentKey {
  readonly tenant_id: string;
  readonly article_number: number;
  readonly number: number;
}

/**
 * Removes deployments that are old, and contents that nothing has anymore. A trigger notes these in the transaction that removes the
 * files of a deployment, also when its application is deleted: so none stays after a crash.
 */
@Injectable()
export class DeploymentRetentionService {
  private dueAt = 0;

  constructor(
    private readonly sql: Sql,
    jobs: JobsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.addQueue('old-deployments', () => this.removeOld());
    jobs.addQueue('released-contents', () => this.removeContents());
  }

  /** @returns whether there may be more to do at once */
  private async removeOld(): Promise<boolean> {
    const now = this.clock.now();
    if (now < this.dueAt) return false;
    const old = await this.sql.transaction(async (run) => {
      await run(END_SILENT, [JSON.stringify(TEXTS.expired)]);
      await run(DELETE_MANIFESTS, []);
      await run(DELETE_TOKENS, [new Date(now)]);
      const due = await run<DeploymentKey>({ text: `${OLD} FOR UPDATE OF d SKIP LOCKED` }, [
        new Date(now - LIMITS.keptDays * DAY_MS),
      ]);
      for (const { tenant_id: tenantId, article_number: article, number } of due)
        await run(DELETE, [tenantId, article, number]);
      return due;
    });
    if (old.length === DEPLOYMENTS) return true;
    this.dueAt = now + EVERY_MS;
    return false;
  }

  private async removeContents(): Promise<boolean> {
    const sites = await this.sql.run<{ tenantId: string }>(
      { text: 'SELECT DISTINCT tenant_id AS "tenantId" FROM released_content' },
      [],
    );
    let isBusy = false;
    for (const { tenantId } of sites) {
      const count = await this.sql.transaction((run) => removeSome(run, tenantId));
      isBusy ||= count === CONTENTS;
    }
    return isBusy;
  }
}

/** What uploads store waits for what is removed, and the other way round. */
async function removeSome(run: Sql['run'], tenantId: string): Promise<number> {
  const released = await run<{ hash: string }>(
    {
      text: `DELETE FROM released_content r USING (
          SELECT hash FROM released_content WHERE tenant_id = $1 ORDER BY hash LIMIT ${CONTENTS} FOR UPDATE SKIP LOCKED
        ) x WHERE r.tenant_id = $1 AND r.hash = x.hash RETURNING r.hash`,
    },
    [tenantId],
  );
  const hashes = released.map(({ hash }) => hash);
  await removeBlobs(run, tenantId, hashes);
  return hashes.length;
}
