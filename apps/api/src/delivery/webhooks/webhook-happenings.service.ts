import { Injectable } from '@nestjs/common';
import { articlePath } from '@sitedesk/contract/articles';
import { contactPath } from '@sitedesk/contract/inbox';
import type { WebhookBody } from '@sitedesk/contract/webhooks';
import { PublicSiteService } from '../../content/site/public-site.service.js';
import { EditorAddressService } from '../../people/links/editor-address.service.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import type { Happening } from './webhook-message.js';
import type { ClaimedDelivery } from './webhook-queue.service.js';

type Told = Pick<Happening, 'thin' | 'full'> & { readonly path: string };

const SUBMISSION = statement('webhook_submission')`
SELECT name, email, message, page FROM contact_submission WHERE tenant_id = $1 AND id = $2`;
const PUBLICATION = statement('webhook_publication')`
SELECT p.version, p.path, p.head ->> 'title' AS title FROM publication p WHERE p.tenant_id = $1 AND p.id = $2`;
const DEPLOYMENT = statement('webhook_deployment')`
SELECT d.by, d.commit, d.message, d.failure ->> 'text' AS error, a.path
FROM deployment d JOIN article a ON a.tenant_id = d.tenant_id AND a.number = d.article_number
WHERE d.tenant_id = $1 AND d.article_number = $2 AND d.number = $3`;
const PURGE = statement(
  'webhook_purge',
)`SELECT provider, reason, error FROM cdn_purge WHERE tenant_id = $1 AND id = $2`;

/**
 * What is said about what happened, read when it is sent: an event has ids alone. What was deleted in the meantime is said with its ids,
 * and nothing personal of it leaves anymore.
 */
@Injectable()
export class WebhookHappeningsService {
  constructor(
    private readonly sql: Sql,
    private readonly tenants: TenantsService,
    private readonly publicSite: PublicSiteService,
    private readonly editor: EditorAddressService,
  ) {}

  async of(delivery: ClaimedDelivery, body: WebhookBody): Promise<Happening> {
    const { tenantId, type, sequence, happenedAt } = delivery;
    const origin = await this.origin(tenantId);
    const editor = await this.editor.of(tenantId);
    const { path, thin, full } = await this.told(delivery, origin, body);
    return {
      type,
      at: happenedAt.toISOString(),
      sequence: Number(sequence),
      site: { name: (await this.tenants.find(tenantId))?.name ?? '', url: origin },
      language: await this.publicSite.language(tenantId),
      link: 'url' in editor ? `${editor.url}${path}` : null,
      thin,
      full,
    };
  }

  private async told(
    { tenantId, type, data }: ClaimedDelivery,
    origin: string | null,
    body: WebhookBody,
  ): Promise<Told> {
    switch (type) {
      case 'contact.submitted':
      case 'contact.held':
      case 'contact.released': {
        const id = String(data['submission']);
        const full = body === 'full' ? await this.row(SUBMISSION, [tenantId, id]) : undefined;
        return { path: contactPath(id), thin: { form: 'contact', submission: id }, full: full ?? {} };
      }
      case 'article.published':
      case 'article.unpublished': {
        const number = Number(data['article']);
        const found = await this.row(PUBLICATION, [tenantId, data['publication']]);
        const { version = null, path = null, title = null } = found ?? {};
        const thin = { article: number, version, path, url: urlOf(origin, path) };
        return { path: articlePath(number), thin, full: { title } };
      }
      case 'deployment.live':
      case 'deployment.failed': {
        const [article, deployment] = [Number(data['article']), Number(data['deployment'])];
        const found = await this.row(DEPLOYMENT, [tenantId, article, deployment]);
        const { path = null, ...full } = found ?? {};
        const thin = { article, deployment, path, url: urlOf(origin, path) };
        return { path: `/admin/applications/${article}`, thin, full };
      }
      case 'purge.failed': {
        const found = await this.row(PURGE, [tenantId, data['purge']]);
        const { error = null, ...rest } = found ?? {};
        return { path: '/admin/settings/cdn', thin: { purge: data['purge'], ...rest }, full: { error } };
      }
      case 'webhook.test':
        return { path: '/admin/settings/webhooks', thin: {}, full: {} };
    }
  }

  private async row(
    query: Parameters<Sql['run']>[0],
    values: readonly unknown[],
  ): Promise<Readonly<Record<string, string | number | null>> | undefined> {
    const [found] = await this.sql.run<Readonly<Record<string, string | number | null>>>(query, values);
    return found;
  }

  private async origin(tenantId: string): Promise<string | null> {
    try {
      return await this.publicSite.origin(tenantId);
    } catch (error) {
      if (isUnusable(error)) return null;
      throw error;
    }
  }
}

const urlOf = (origin: string | null, path: string | number | null): string | null =>
  origin === null || path === null ? null : origin + encodeURI(String(path));
