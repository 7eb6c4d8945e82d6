import type { AuditProblemKind } from '@sitedesk/contract/audit';
import { auditLine } from '../platform/audit/audit-content.js';
import { AuditVerificationService } from '../platform/audit/audit-verification.service.js';
import { TenantsService } from '../platform/tenancy/tenants.service.js';
import { chooseTenant, command } from './cli.js';

const USAGE = `npm run audit -- verify [--tenant TENANT]     check that no audit log entry was removed, changed or forged
       Keep a copy of the last entry's hash elsewhere. It lets you prove later that nobody rewrote the log.`;

const WORDS: Readonly<Record<AuditProblemKind, string>> = {
  missing: 'is missing',
  changed: 'was changed',
  inserted: "wasn't written by Sitedesk",
  unlinked: "doesn't link to the previous entry",
  head: "isn't the last entry that was written",
};

export const { run } = command(
  { usage: USAGE, verbs: { verify: 0 }, takesTenant: true },
  async (app, { tenant }) => {
    const tenants =
      tenant === undefined ? await app.get(TenantsService).list() : [await chooseTenant(app, tenant)];
    let broken = 0;
    for (const { id, name } of tenants) {
      const { ok, rows, head, firstProblem } = await app.get(AuditVerificationService).verify(id);
      const found = firstProblem ? `row ${firstProblem.sequence} ${WORDS[firstProblem.kind]}` : 'whole';
      console.log([id, auditLine(name), `${rows} rows`, found, `${head.sequence} ${head.hash}`].join('\t'));
      if (!ok) broken += 1;
    }
    if (broken > 0) throw new Error(`The audit log of ${broken} of ${tenants.length} sites is damaged.`);
  },
);
