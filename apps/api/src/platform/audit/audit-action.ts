/**
 * What can be done, by what it is done to. Each feature adds its own in its module, so that a misspelled action does not
 * compile.
 */
export interface AuditActions {
  audit: 'export';
}

/** The name of an action in the audit log, such as `user.create`. */
export type AuditAction = {
  [Thing in keyof AuditActions]: `${Thing}.${AuditActions[Thing]}`;
}[keyof AuditActions];
