import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import type { Message } from '@sitedesk/contract/messages';
import { DeploymentRefused } from '../deployment-refused.js';

export const REDIRECTS_FILE = '_redirects';
export const HEADERS_FILE = '_headers';

/** @throws DeploymentRefused that names the file and the line */
export function refuse(file: string, line: number, problem: Message): never {
  throw new DeploymentRefused(TEXTS.ruleLine({ file, line, problem }));
}

/** Lines that say something, with their numbers. @throws DeploymentRefused for one that is too long */
export function linesOf(
  text: string,
  file: string,
): readonly { readonly line: number; readonly content: string }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((content, at) => ({ line: at + 1, content }))
    .filter(({ line, content }) => {
      if (content.length > LIMITS.ruleLine) refuse(file, line, TEXTS.ruleTooLong({ max: LIMITS.ruleLine }));
      return content.trim() !== '' && !content.trim().startsWith('#');
    });
}
