import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { requestContext } from '../../platform/http/request-context.js';
import { ProgramKeys } from '../../platform/http/program-keys.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { ExternalRefreshService } from '../external-sign-in/external-refresh.service.js';
import type { Principal } from '../../platform/http/principal.js';
import { cookieOf } from '../sessions/session-cookie.js';
import { SessionsService } from '../sessions/sessions.service.js';

type Verify = (
  request: FastifyRequest,
  done: (error: unknown, principal?: Principal | false) => void,
) => void;

/** Name under which Passport knows {@link SessionStrategy}. */
export const SESSION_STRATEGY = 'sitedesk';

/** Passport's side: hands the request on and turns the answer into its words. */
class RequestStrategy extends passport.Strategy {
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: unknown): void {
    // The edge: Passport types its request as Express's, but hands on what it was given.
    this.verify(request as FastifyRequest, (error, principal) => {
      if (error) return this.error(error);
      return principal ? this.success(principal) : this.fail(401);
    });
  }
}

const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i;

/**
 * Finds out who sends a request: a program by the API token or the key in `Authorization` (RFC 6750), a person by the session cookie
 * of the tenant. A request that carries `Authorization` is a program's, whatever cookies come with it.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(RequestStrategy, SESSION_STRATEGY) {
  constructor(
    private readonly sessions: SessionsService,
    private readonly tokens: ApiTokensService,
    private readonly keys: ProgramKeys,
    private readonly external: ExternalRefreshService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Principal | false> {
    const context = requestContext(request);
    const { tenantId } = context;
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      // Programs of other platforms send their keys without a scheme.
      const bare = this.keys.knows(authorization) ? authorization : undefined;
      const bearer = BEARER.exec(authorization)?.[1] ?? bare;
      return bearer === undefined
        ? false
        : this.withGroupsOfNow(
            async () => (await this.keys.find(context, bearer)) ?? this.tokens.find(tenantId, bearer),
          );
    }
    const token = cookieOf(request, this.runtime, 'session');
    return token === undefined ? false : this.withGroupsOfNow(() => this.sessions.find(tenantId, token));
  }

  /** Anyone who has an identity at a directory has the groups of now, give or take a quarter of an hour. */
  private async withGroupsOfNow(find: () => Promise<Principal | undefined>): Promise<Principal | false> {
    const found = await find();
    if (!found?.groupsDue) return found ?? false;
    await this.external.ensureFresh(found);
    return (await find()) ?? false;
  }
}
