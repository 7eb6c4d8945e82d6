import type { AuditProblemKind } from '@sitedesk/contract';
import { auditLine } from '../audit/audit-content.js';
import { AuditVerifier } from '../audit/audit-verification.service.js';
import { TenantsService } from '../tenancy/tenants.service.js';
import { chooseTenant, runCommand, takeOption, UsageError } from './cli.js';

const USAGE = `npm run audit -- verify [--tenant TENANT]     proves that no row of the audit log is gone, changed or forged
       Note the last row's hash down elsewhere: it shows later that nobody has written history anew.`;

const WORDS: Readonly<Record<AuditProblemKind, string>> = {
  missing: 'is missing',
  changed: 'was changed',
  inserted: 'was not written by the product',
  unlinked: 'does not follow the row before it',
  head: 'is not the row that was written last',
};

await runCommand(async (app, args) => {
  const { value: wanted, rest } = takeOption(args, 'tenant');
  if (rest.length !== 1 || rest[0] !== 'verify') throw new UsageError(USAGE);
  const tenants =
    wanted === undefined ? await app.get(TenantsService).list() : [await chooseTenant(app, wanted)];
  let broken = 0;
  for (const { id, name } of tenants) {
    const { ok, rows, head, firstProblem } = await app.get(AuditVerifier).verify(id);
    const found = firstProblem ? `row ${firstProblem.sequence} ${WORDS[firstProblem.kind]}` : 'whole';
    console.log([id, auditLine(name), `${rows} rows`, found, `${head.sequence} ${head.hash}`].join('\t'));
    if (!ok) broken += 1;
  }
  if (broken > 0) throw new Error(`The audit log is not whole for ${broken} of ${tenants.length} sites.`);
});
