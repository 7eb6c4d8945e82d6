import { Injectable, NotFoundException } from '@nestjs/common';
import { FRAME_ORIGINS } from '@sitedesk/contract/embed-frames';
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../platform/core/escape-html.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { publicPath } from '../articles/public-path.js';
import type { Compilation } from '../layouts/compile-layout.js';
import type { CompiledLayout, LayoutPiece } from '../layouts/compiled-layout.js';
import { LayoutsService } from '../layouts/layouts.service.js';
import { PublicPagesService } from './public-pages.service.js';
import { PublicSiteService } from './public-site.service.js';

/** A page of the public site as it would be with another layout. */
interface PreviewedPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Shows pages of the site with a layout that isn't live. */
@Injectable()
export class LayoutPreviewService {
  constructor(
    private readonly layouts: LayoutsService,
    private readonly pages: PublicPagesService,
    private readonly site: PublicSiteService,
    private readonly tenants: TenantsService,
  ) {}

  /**
   * The page at a path with the draft of a layout, or the one that says that nothing is there.
   * @throws NotFoundException, ProblemException when the draft has errors
   */
  async page(tenantId: string, id: string, path: string): Promise<PreviewedPage> {
    const compilation = await this.layouts.compiled(tenantId, id);
    const tenant = await this.tenants.find(tenantId);
    if (!tenant) throw new NotFoundException();
    const origin = await this.site.origin(tenantId);
    const place = publicPath(path);
    const layout = previewedLayout(compilation, origin);
    return {
      html: await this.pages.withLayout(tenant, place.kind === 'none' ? NOWHERE : place.path, layout),
      contentSecurityPolicy: previewPolicy(compilation, origin),
    };
  }
}

/** Reserved, so nothing is there. */
const NOWHERE = '/_sd';

/**
 * A layout for a page that is shown in a frame of the administration: its style sheet is in the page, because a frame without an origin
 * loads nothing that needs a session, and addresses lead to the public site.
 * @param origin of the public site; null where it isn't known
 */
function previewedLayout({ compiled, files }: Compilation, origin: string | null): CompiledLayout {
  const style = styleOf(files);
  const filling: Readonly<Record<string, string>> = { style: style && `<style>${style}</style>`, script: '' };
  const inPlace = (piece: LayoutPiece): LayoutPiece =>
    typeof piece === 'string' ? piece : (filling[piece.slot] ?? piece);
  const base = origin === null ? [] : [`<base href="${escapeHtml(origin)}/" target="_blank">`];
  return {
    ...compiled,
    head: [...base, ...compiled.head.map(inPlace)],
    header: compiled.header.map(inPlace),
    footer: compiled.footer.map(inPlace),
  };
}

/** What such a page may do: be looked at. */
function previewPolicy({ compiled, files }: Compilation, origin: string | null): string {
  const hash = `'sha256-${createHash('sha256').update(styleOf(files)).digest('base64')}'`;
  return [
    `default-src 'none'`,
    `style-src ${[hash, ...compiled.policy.styles, ...(origin === null ? [] : [origin])].join(' ')}`,
    `img-src https: data: ${origin ?? ''}`.trim(),
    `media-src https: ${origin ?? ''}`.trim(),
    `font-src ${origin ?? `'none'`}`,
    `frame-src ${FRAME_ORIGINS.join(' ')}`,
    `base-uri ${origin ?? `'none'`}`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    'sandbox',
  ].join('; ');
}

/** Without what would end the element. */
const styleOf = (files: Compilation['files']): string =>
  (files.find(({ type }) => type.startsWith('text/css'))?.body ?? '').replaceAll(/<\/(?=style)/gi, '<\\/');
