declare module '../platform/audit/audit-action.js' {
  /** Tests record whatever they like. */
  interface AuditActions {
    [thing: string]: string;
  }
}

export {};
