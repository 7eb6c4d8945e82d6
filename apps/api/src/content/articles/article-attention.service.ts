import { Injectable } from '@nestjs/common';
import type { ArticleAttention } from '@sitedesk/contract/articles';
import type { PlanAttention } from '@sitedesk/contract/publication-plans';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { counted, COUNTED_ROWS } from '../../platform/dashboard/finding.js';
import { statement } from '../../platform/database/sql.js';
import { ArticlesService } from './articles.service.js';

const OF_STATE = statement('plans_of_state')`
SELECT count(*)::int AS count, min(due_at) AS since FROM (
  SELECT due_at FROM publication_job WHERE tenant_id = $1 AND state = $2 ORDER BY due_at LIMIT ${COUNTED_ROWS}) open`;

/** Of the last day: nobody has to do anything about them, but someone may have waited. */
const LATE = statement('plans_late')`
SELECT count(*)::int AS count, min(due_at) AS since FROM (
  SELECT due_at FROM publication_job WHERE tenant_id = $1 AND state = 'done' AND due_at > now() - interval '1 day'
   AND ended_at > due_at + interval '5 minutes' LIMIT ${COUNTED_ROWS}) late`;

const rule = { permission: 'pages.publish', order: 30, to: '/articles/calendar' } as const;

const NEEDS_ME = { permission: 'pages.view', level: 'notice', order: 10, to: '/articles?needs=me' } as const;

/** What the dashboard says about articles that wait for someone, and about plans. */
@Injectable()
export class ArticleAttentionService {
  constructor(attention: AttentionService, articles: ArticlesService) {
    attention.add<ArticleAttention>('articles-need-me', NEEDS_ME, async (context) =>
      counted((await articles.counts(context)).needsMe),
    );
    attention.add<PlanAttention>('plans-failed', { ...rule, level: 'critical' }, ({ tenantId }) =>
      attention.count(OF_STATE, [tenantId, 'failed']),
    );
    attention.add<PlanAttention>('plans-held', { ...rule, level: 'warning' }, ({ tenantId }) =>
      attention.count(OF_STATE, [tenantId, 'held']),
    );
    attention.add<PlanAttention>('plans-late', { ...rule, level: 'notice' }, ({ tenantId }) =>
      attention.count(LATE, [tenantId]),
    );
  }
}
