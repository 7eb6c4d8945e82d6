import type { OidcMiddleware } from './oidc-sign-in.js';
import type { OidcRecordedRequest } from './oidc-types.js';

/** Keeps every request, so that a test can say what the client sent. */
export class OidcRecorder {
  readonly requests: OidcRecordedRequest[] = [];

  middleware(): OidcMiddleware {
    return async (context, next) => {
      const form: Record<string, string> = {};
      this.requests.push({
        method: context.method,
        path: context.path,
        query: Object.fromEntries(context.URL.searchParams),
        form,
        authorization: context.headers.authorization,
      });
      try {
        await next();
      } finally {
        // Anyone who read the body left it in one of two places; reading it here would take it from them.
        Object.assign(form, context['oidc']?.body ?? context.state['form']);
      }
    };
  }
}
