import { Inject, Injectable } from '@nestjs/common';
import { resolve } from 'node:path';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { runWith, statement } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { DiskStore } from './disk-store.js';
import { readFileStorage, type S3Location, type StoreLocation } from './file-storage.js';
import type { ObjectStore } from './object-store.js';
import { S3Store } from './s3-store.js';

/** For how long reading relies on what it knows. What isn't where it was by then is looked for again. */
const RECENT_MS = 5_000;

const FIND = statement('site_storage')`SELECT state, location, former FROM site_storage WHERE tenant_id = $1`;

/** Row of `site_storage`, as far as it says where contents are. */
export interface PlacedRow {
  readonly state: 'settled' | 'moving' | 'clearing';
  readonly location: string | null;
  readonly former: string | null;
}

/** The stores with the contents of a site. */
export interface Placement {
  /** The first is written to. What isn't there is read in the others, in this order. */
  readonly stores: readonly [ObjectStore, ...ObjectStore[]];
  /** Where they may still be: everything is read elsewhere. */
  readonly former: readonly ObjectStore[];
  /** Whether files are being moved, or what was moved is being deleted. */
  readonly isUnderWay: boolean;
}

interface Known {
  readonly key: string;
  readonly placement: Placement;
  readonly until: number;
}

/** Which stores have the contents of a site: those of the server, or a bucket of its own, or both while they are moved. */
@Injectable()
export class SiteStores {
  /** Of the server: where contents are, and where those may be that `npm run files -- move` hasn't moved. */
  readonly server: readonly [ObjectStore, ...ObjectStore[]];
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly manager: EntityManager,
    private readonly personalData: PersonalDataService,
    private readonly outbound: OutboundService,
    @Inject(RUNTIME) { env }: Runtime,
  ) {
    const { current, previous } = env.of(readFileStorage);
    const open = (location: StoreLocation): ObjectStore =>
      location.kind === 'disk'
        ? new DiskStore(resolve(env.dataDir, location.folder))
        : new S3Store(location, outbound);
    this.server = previous ? [open(current), open(previous)] : [open(current)];
  }

  /** As it is now; what is written has to know. @param manager with a transaction that has locked the site's `storage_total` */
  async of(tenantId: string, manager = this.manager): Promise<Placement> {
    const [row] = await runWith<PlacedRow>(manager, FIND, [tenantId]);
    const key = row ? [row.state, row.location, row.former].join(' ') : '';
    const known = this.known.get(tenantId);
    const placement = known?.key === key ? known.placement : await this.open(tenantId, row);
    this.known.set(tenantId, { key, placement, until: Date.now() + RECENT_MS });
    return placement;
  }

  /** As it was some seconds ago at most. */
  async recent(tenantId: string): Promise<Placement> {
    const known = this.known.get(tenantId);
    return known && known.until > Date.now() ? known.placement : this.of(tenantId);
  }

  /** A bucket that was stored by {@link sealed}. @throws SecretUnreadableError */
  async bucketOf(tenantId: string, column: 'location' | 'former', text: string): Promise<S3Location> {
    const opened = await this.personalData.decrypt(tenantId, placeOf(tenantId, column), text);
    return JSON.parse(opened) as S3Location; // as it was sealed
  }

  async sealed(
    tenantId: string,
    column: 'location' | 'former',
    location: S3Location | null,
  ): Promise<string | null> {
    if (location === null) return null;
    return this.personalData.encrypt(tenantId, placeOf(tenantId, column), JSON.stringify(location));
  }

  private async open(tenantId: string, row: PlacedRow | undefined): Promise<Placement> {
    if (!row) return { stores: this.server, former: [], isUnderWay: false };
    const stores = await this.storesOf(tenantId, 'location', row.location);
    if (row.state === 'settled') return { stores, former: [], isUnderWay: false };
    const former = await this.storesOf(tenantId, 'former', row.former);
    return row.state === 'moving'
      ? { stores: [stores[0], ...stores.slice(1), ...former], former: [], isUnderWay: true }
      : { stores, former, isUnderWay: true };
  }

  private async storesOf(
    tenantId: string,
    column: 'location' | 'former',
    text: string | null,
  ): Promise<readonly [ObjectStore, ...ObjectStore[]]> {
    if (text === null) return this.server;
    return [new S3Store(await this.bucketOf(tenantId, column, text), this.outbound)];
  }
}

const placeOf = (tenantId: string, column: string): string => `site_storage/${column}/${tenantId}`;
