/** What a window brings back that was opened for a sign-in provider. */
export interface CameBack {
  /** Why it came to nothing: a key of `externalProblems`. */
  readonly problem?: string;
  /** `second-factor` while a code is still due. */
  readonly step?: string;
}

/**
 * Between that window and the page behind it. The provider's page cuts every other tie between them: the administration is
 * served with `Cross-Origin-Opener-Policy: same-origin`.
 */
export const CAME_BACK_CHANNEL = 'sitedesk-came-back';
