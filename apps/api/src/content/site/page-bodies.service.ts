import { Inject, Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { PICTURE_RATIOS } from '@sitedesk/contract/files';
import { isId } from '@sitedesk/contract/rules';
import { readContactSettings } from '../../contact/settings/contact-settings.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { PageHead } from '../articles/page-head.js';
import { type Slot, slotMarker } from '../documents/render-document.js';
import type { LiveSite } from './live-site.js';
import { fileAt, fileFilling, FIND_FILES, isFileSlot, type PageFile, pictureOf } from './page-files.js';
import { cardOf } from './post-cards.js';
import { PublicDatabase } from './public-database.js';
import { FIND_PAGE, type FoundPage, type ListedPage, NEWEST_POSTS } from './public-rows.js';
import { renderContactForm, renderPostList } from './theme/theme.js';
import type { Picture } from './theme/theme-views.js';

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
    return this.files(
      tenantId,
      slots.filter(isFileSlot).map(({ file }) => file),
    );
  }

  private async files(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PageFile>> {
    const wanted = [...new Set(ids.filter(isId))];
    const found =
      wanted.length === 0 ? [] : await this.database.run<PageFile>(FIND_FILES, [tenantId, wanted]);
    return new Map(found.map((file) => [file.id, file]));
  }

  /** Pictures of the library at paths of the site, each in a shape, as pages find them. */
  async picturesAt(
    { tenantId }: Pick<LiveSite, 'tenantId'>,
    paths: readonly (string | null)[],
    ratio: number,
  ): Promise<(path: string | null) => Picture | undefined> {
    const files = await this.files(
      tenantId,
      paths.flatMap((path) => fileAt(path) ?? []),
    );
    const place = { tenantId, keyRing: this.runtime.keyRing };
    return (path) => {
      const file = files.get(fileAt(path) ?? '');
      return file && pictureOf(file, place, ratio);
    };
  }

  /** The picture of a page's own, in the shape of a banner. */
  async bannerOf(
    site: LiveSite,
    { bannerImage }: Pick<PageHead, 'bannerImage'>,
  ): Promise<Picture | undefined> {
    return (await this.picturesAt(site, [bannerImage], PICTURE_RATIOS.banner))(bannerImage);
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
    const cards = posts.map(cardOf);
    if (slot.look !== 'cards') return renderPostList(cards, 'list', language);
    const images = cards.map(({ bannerImage }) => bannerImage);
    const pictureAt = await this.picturesAt(site, images, PICTURE_RATIOS.card);
    return renderPostList(
      cards.map((card) => ({ ...card, picture: pictureAt(card.bannerImage) })),
      'cards',
      language,
    );
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
