import { EntityManager } from 'typeorm';

/** Rows written at a time. */
const BATCH = 1_000;

const BEGINS = `INSERT INTO exported_file (tenant_id, path, tag, size)
  SELECT $1, $2, NULL, $3 WHERE EXISTS (SELECT FROM site_export WHERE tenant_id = $1 AND run = $4)
  ON CONFLICT (tenant_id, path) DO UPDATE SET tag = NULL, size = $3 RETURNING 1`;

/** Another run has begun, because this one seemed dead. */
export class Superseded extends Error {
  constructor() {
    super('Another run of the export has begun.');
    this.name = 'Superseded';
  }
}

/** What a site has in its bucket, for one run of the export. */
export class ExportedFiles {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenantId: string,
    private readonly run: string,
  ) {}

  /** By path: the tag, or null where nobody knows what is there. */
  async all(): Promise<Map<string, string | null>> {
    const rows: { readonly path: string; readonly tag: string | null }[] = await this.manager.query(
      'SELECT path, tag FROM exported_file WHERE tenant_id = $1',
      [this.tenantId],
    );
    return new Map(rows.map(({ path, tag }) => [path, tag]));
  }

  /**
   * Compares with what is in the bucket: what isn't there, or has another size, is written again.
   * @param listed sizes by path
   */
  async compare(listed: ReadonlyMap<string, number>): Promise<void> {
    const rows: { readonly path: string; readonly size: string }[] = await this.manager.query(
      'SELECT path, size::text AS size FROM exported_file WHERE tenant_id = $1 AND tag IS NOT NULL',
      [this.tenantId],
    );
    const different = rows.flatMap(({ path, size }) => (listed.get(path) === Number(size) ? [] : [path]));
    await this.manager.query('UPDATE exported_file SET tag = NULL WHERE tenant_id = $1 AND path = ANY($2)', [
      this.tenantId,
      different,
    ]);
  }

  /** Begins at another place, where these files of the site are already. @throws Superseded */
  async moveTo(place: string, listed: ReadonlyMap<string, number>): Promise<void> {
    await this.manager.transaction(async (manager) => {
      const taken: [unknown[], number] = await manager.query(
        'UPDATE site_export SET place = $3, counts = NULL, finished_at = NULL WHERE tenant_id = $1 AND run = $2',
        [this.tenantId, this.run, place],
      );
      if (taken[1] === 0) throw new Superseded();
      await manager.query('DELETE FROM exported_file WHERE tenant_id = $1', [this.tenantId]);
      const paths = [...listed.keys()];
      for (let start = 0; start < paths.length; start += BATCH)
        await manager.query(
          'INSERT INTO exported_file (tenant_id, path, tag, size) SELECT $1, path, NULL, 0 FROM unnest($2::text[]) AS path',
          [this.tenantId, paths.slice(start, start + BATCH)],
        );
    });
  }

  /** @throws Superseded */
  async begins(path: string, size: number): Promise<void> {
    const rows: unknown[] = await this.manager.query(BEGINS, [this.tenantId, path, size, this.run]);
    if (rows.length === 0) throw new Superseded();
  }

  async written(path: string, tag: string, size: number): Promise<void> {
    await this.manager.query(
      'UPDATE exported_file SET tag = $3, size = $4 WHERE tenant_id = $1 AND path = $2',
      [this.tenantId, path, tag, size],
    );
  }

  async removed(path: string): Promise<void> {
    await this.manager.query('DELETE FROM exported_file WHERE tenant_id = $1 AND path = $2', [
      this.tenantId,
      path,
    ]);
  }
}
