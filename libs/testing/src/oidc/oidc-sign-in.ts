import type { default as Provider, InteractionResults } from 'oidc-provider';
import { readBody } from '../local-server.js';
import { CANCEL_FIELD, loginPage, SUBJECT_FIELD } from './oidc-pages.js';
import type { OidcPeople } from './oidc-people.js';

/** A step of the provider's pipeline. */
export type OidcMiddleware = Parameters<Provider['use']>[0];

const PATH = /^\/interaction\/[\w-]+$/;

/** Signs people in: with a page, or at once when `automatic` names someone. Consent is never asked for. */
export function signInPages(
  provider: Provider,
  people: OidcPeople,
  automatic: () => string | undefined,
): OidcMiddleware {
  return async (context, next) => {
    if (!PATH.test(context.path)) return next();
    const { prompt } = await provider.interactionDetails(context.req, context.res);
    const finish = async (result: InteractionResults): Promise<void> => {
      const url = await provider.interactionResult(context.req, context.res, result);
      context.redirect(url);
      context.status = 303;
    };
    if (prompt.name === 'consent') return finish({ consent: {} });
    const subject = automatic();
    if (subject !== undefined) return finish(answerFor(people, subject));
    if (context.method !== 'POST') {
      context.type = 'html';
      context.body = loginPage(people.all());
      return;
    }
    const form = Object.fromEntries(new URLSearchParams(await readBody(context.req)));
    context.state['form'] = form;
    return finish(
      form[CANCEL_FIELD] ? refusal('cancelled by the person') : answerFor(people, form[SUBJECT_FIELD]),
    );
  };
}

function answerFor(people: OidcPeople, subject: string | undefined): InteractionResults {
  const user = people.active(subject);
  return user ? { login: { accountId: user.subject, amr: ['pwd'] } } : refusal('the account is disabled');
}

const refusal = (reason: string): InteractionResults => ({
  error: 'access_denied',
  error_description: reason,
});
