import { AUDIT_VERBS, type AuditRecord } from '@sitedesk/contract/audit';
import { afterEach, describe, expect, it } from 'vitest';
import { i18n } from '../app/i18n';
import { actionName, auditSentence, thingName } from './audit-sentence';

const ACTIONS = Object.entries(AUDIT_VERBS).flatMap(([thing, verbs]) =>
  verbs.map((verb) => `${thing}.${verb}`),
);

const ENTRY: AuditRecord = {
  id: 'one',
  sequence: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'account', id: 'anna', label: 'Anna', currentName: 'Anna Berg' },
  action: 'role.change',
  target: { kind: 'role', id: 'desk', name: 'Desk' },
  outcome: 'done',
  reason: null,
  before: null,
  after: null,
  partOf: null,
  parts: null,
  clientAddress: '',
  userAgent: '',
  requestId: '',
  hash: '',
};

const settings = (...changes: readonly object[]): Partial<AuditRecord> => ({
  action: 'setting.change',
  target: { kind: 'setting-group', id: 'EMAIL', name: null },
  after: { names: changes.map((change) => Reflect.get(change, 'name')), changes },
});

describe('an entry of the audit log as a sentence', () => {
  afterEach(() => void (i18n.global.locale.value = 'en'));

  it.each(['en', 'de'] as const)('has words for every action and thing (%s)', (locale) => {
    const { te } = i18n.global;
    const keys = ACTIONS.map((action) => action.replaceAll('.', '_'));
    const wanted = [
      ...keys.flatMap((key) => [`names.${key}`, `sentences.${key}`]),
      ...Object.keys(AUDIT_VERBS).map((thing) => `things.${thing}`),
    ];
    expect(wanted.filter((key) => !te(`auditWords.${key}`, locale))).toEqual([]);
    i18n.global.locale.value = locale;
    for (const action of ACTIONS) {
      for (const outcome of ['done', 'refused'] as const)
        expect(auditSentence({ ...ENTRY, action, outcome })).not.toMatch(/[{}|_]|auditWords/);
      expect(actionName(action)).not.toBe(action);
    }
    expect(thingName('role')).not.toBe('role');
  });

  it.each<[string, Partial<AuditRecord>]>([
    ['Anna Berg changed the role “Desk”', {}],
    ['Anna Berg tried to change a role', { outcome: 'refused' }],
    [
      'Anna Berg disabled (deleted user)',
      { action: 'user.disable', target: { kind: 'account', id: 'max', name: null } },
    ],
    [
      'Anna Berg uploaded the file “hours.pdf”',
      { action: 'file.upload', target: { kind: 'file', id: 'f', name: 'hours.pdf' } },
    ],
    [
      'Anna Berg deployed “Shop”',
      { action: 'deployment.create', target: { kind: 'article', id: '7', name: 'Shop' } },
    ],
    [
      'Anna Berg deployed an application',
      { action: 'deployment.create', target: { kind: 'article', id: '7', name: null } },
    ],
    [
      'Someone tried to sign in (Max)',
      {
        action: 'session.begin',
        outcome: 'refused',
        actor: { kind: 'anonymous', id: null, label: '', currentName: null },
        target: { kind: 'account', id: 'max', name: 'Max' },
      },
    ],
    [
      'Anna Berg changed Sender address from “a…@b.test” to “c…@d.test”',
      settings({ name: 'SenderEmail', secret: false, before: 'a…@b.test', after: 'c…@d.test' }),
    ],
    [
      'Anna Berg set Sender name to “Desk”',
      settings({ name: 'SenderName', secret: false, before: null, after: 'Desk' }),
    ],
    [
      'Anna Berg changed Email provider',
      settings({ name: 'ConnectionString', secret: true, before: '(hidden)', after: '(hidden)' }),
    ],
    [
      'Anna Berg archived a message',
      { action: 'contact.archive', target: { kind: 'contact', id: '1', name: null } },
    ],
    [
      'Anna Berg archived 100,072 messages',
      {
        action: 'contact.archive',
        target: null,
        after: { matched: 2_000, changed: 2_000 },
        parts: { count: 50, matched: 98_072, changed: 98_072 },
      },
    ],
    [
      'Anna Berg changed 3 users',
      {
        action: 'user.bulk',
        target: null,
        after: { action: 'disable', matched: 4, changed: 0 },
        parts: { count: 4, matched: 0, changed: 3 },
      },
    ],
    ['Anna Berg: future.thing', { action: 'future.thing' }],
  ])('%s', (sentence, entry) => expect(auditSentence({ ...ENTRY, ...entry })).toBe(sentence));

  it('speaks German', () => {
    i18n.global.locale.value = 'de';
    expect(auditSentence(ENTRY)).toBe('Anna Berg hat die Rolle „Desk“ geändert');
  });
});
