declare module '@sitedesk/contract/audit' {
  /** Tests record whatever they like. */
  interface AuditVerbs {
    [thing: string]: string;
  }
}

export {};
