import { Inject, Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { isId } from '@sitedesk/contract/rules';
import { readContactSettings } from '../../contact/settings/contact-settings.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type Slot, slotMarker } from '../documents/render-document.js';
import type { LiveSite } from './live-site.js';
import { fileFilling, FIND_FILES, isFileSlot, type PageFile } from './page-files.js';
import { cardOf } from './post-cards.js';
import { PublicDatabase } from './public-database.js';
import { FIND_PAGE, type FoundPage, type ListedPage, NEWEST_POSTS } from './public-rows.js';
import { renderContactForm, renderPostList } from './theme/theme.js';

/** What is filled in otherwise than on a page. */
interface BodyOptions {
  /** In the place of a contact form. */
  readonly form?: string;
}

/** The text of a page, with what changes without the article filled in: files, posts of a blog, the contact form. */
@Injectable()
export class PageBodiesService {
  constructor(
    private readonly database: PublicDatabase,
    private readonly settings: SettingsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async bodyOf(
    site: LiveSite,
    { html, slots }: Pick<FoundPage, 'html' | 'slots'>,
    options: BodyOptions = {},
  ): Promise<string> {
    let body = html;
    const files = await this.filesIn(site, slots);
    const first = slots.find(({ kind }) => kind === 'image');
    for (const [index, slot] of slots.entries()) {
      const filling = isFileSlot(slot)
        ? fileFilling(slot, files.get(slot.file), {
            tenantId: site.tenantId,
            language: site.view.language,
            keyRing: this.runtime.keyRing,
            isFirst: slot === first,
          })
        : await this.filling(site, slot, options);
      body = body.replace(slotMarker(index), () => filling); // as it is: a text may hold `$&`
    }
    return body;
  }

  /** By their ids. */
  private async filesIn(
    { tenantId }: LiveSite,
    slots: readonly Slot[],
  ): Promise<ReadonlyMap<string, PageFile>> {
    const ids = slots.filter(isFileSlot).map(({ file }) => file);
    const wanted = [...new Set(ids.filter(isId))];
    const found =
      wanted.length === 0 ? [] : await this.database.run<PageFile>(FIND_FILES, [tenantId, wanted]);
    return new Map(found.map((file) => [file.id, file]));
  }

  private async filling(
    site: LiveSite,
    slot: Exclude<Slot, { readonly file: string }>,
    { form }: BodyOptions,
  ): Promise<string> {
    const { language, contactOrigin } = site.view;
    if (slot.kind === 'contact-form') {
      if (form !== undefined) return form;
      const { maxMessageLength, formPosts } = await this.settings.read(site.tenantId, readContactSettings);
      return renderContactForm({ language, maxMessageLength, takesPosts: formPosts, contactOrigin });
    }
    const stream = await this.streamAt(site, `/${slot.stream}`);
    const isLive = stream?.type === ARTICLE_TYPES.stream;
    const posts = isLive ? await this.listed(NEWEST_POSTS, site, stream.number, slot.count) : [];
    return renderPostList(posts.map(cardOf), slot.look === 'cards' ? 'cards' : 'list', language);
  }

  /** The blog at an address, or at the one that this leads to: texts keep the key that they were written with. */
  private async streamAt(site: LiveSite, path: string): Promise<FoundPage | undefined> {
    const [found] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, path]);
    if (found?.kind !== 'redirect' || found.target === null) return found;
    const [moved] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, found.target]);
    return moved;
  }

  /** Posts of a blog. */
  listed(
    statement: typeof NEWEST_POSTS,
    { tenantId }: LiveSite,
    stream: number,
    ...range: readonly number[]
  ): Promise<readonly ListedPage[]> {
    return this.database.run<ListedPage>(statement, [tenantId, stream, ...range]);
  }
}
