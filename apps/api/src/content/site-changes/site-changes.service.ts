import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Something that visitors see differently from now on. Addresses are paths of the site: canonical, decoded. */
export interface SiteChange {
  readonly reason:
    | 'publish'
    | 'withdraw'
    | 'delete'
    | 'access'
    | 'layout'
    | 'menu'
    | 'blog'
    | 'redirect'
    | 'file'
    | 'deployment';
  /** Number of the article. */
  readonly article?: number;
  /** Pages that are new, different or gone. */
  readonly pages: readonly string[];
  /** Lists that they stand in: blogs, authors, tags. */
  readonly lists: readonly string[];
  /** What is different although no version says so: pages with another file, files of an application. */
  readonly more?: readonly string[];
  /** Whether every page is different, as with a new layout. */
  readonly isWholeSite?: true;
}

/** Resolves to whether a copy will be purged. */
type Listener = (
  manager: EntityManager,
  tenantId: string,
  changes: readonly SiteChange[],
) => Promise<boolean>;

/** Where features of content say what visitors see differently, as part of the transaction that changes it. */
@Injectable()
export class SiteChangesService {
  private readonly listeners: Listener[] = [];

  /** For features that keep copies of pages, in the constructor of a service. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** @returns whether copies of what changed will be purged from a cache */
  async changed(manager: EntityManager, tenantId: string, changes: readonly SiteChange[]): Promise<boolean> {
    let isPurged = false;
    if (changes.length === 0) return isPurged;
    for (const listener of this.listeners)
      isPurged = (await listener(manager, tenantId, changes)) || isPurged;
    return isPurged;
  }
}
