import { applyDecorators, HttpCode, Post, SetMetadata } from '@nestjs/common';
import type { Permission } from '@sitedesk/contract/permissions';
import type { KeyPurpose } from './principal.js';

/**
 * How far a sign-in must have come for an `@Authenticated()` route. `second-factor`: the password was right and the
 * second factor is due; `enrolment`: signed in, though a second factor that the site requires is still to be set up.
 */
export type SignInStage = 'second-factor' | 'enrolment' | 'complete';

/** Who may call a route. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated'; readonly stage: SignInStage }
  | { readonly kind: 'permission'; readonly anyOf: readonly [Permission, ...Permission[]] };

export const ACCESS = 'sitedesk:access';
export const RECENT_SIGN_IN = 'sitedesk:recent-sign-in';
export const KEY_PURPOSE = 'sitedesk:key-purpose';

/** Counts the access decorators of a handler, so that a test can prove that there is exactly one. */
export const ACCESS_COUNT = 'sitedesk:access-count';

/** Anyone may call this route. Every route carries exactly one of these three; one that carries none is refused. */
export const Public = (): MethodDecorator & ClassDecorator => access({ kind: 'public' });

/** Anyone who is signed in may call this route. */
export const Authenticated = (stage: SignInStage = 'complete'): MethodDecorator & ClassDecorator =>
  access({ kind: 'authenticated', stage });

/** Anyone who has the permission may call this route; of several, any of them is enough. */
export const RequirePermission = (
  ...anyOf: readonly [Permission, ...Permission[]]
): MethodDecorator & ClassDecorator => access({ kind: 'permission', anyOf });

/** What a sensitive action asks for. */
export interface RecentSignInRule {
  /** Whether API tokens may do it as well. */
  readonly tokens: boolean;
}

/**
 * A sensitive action: the person must have signed in, or confirmed it, in the last ten minutes. API tokens can't do it, unless
 * they gain nothing by it: an export holds what its permission reads page by page anyway.
 */
export const RecentSignIn = (rule: RecentSignInRule = { tokens: false }): MethodDecorator & ClassDecorator =>
  SetMetadata(RECENT_SIGN_IN, rule);

/** Keys of this purpose may call this route, as far as it allows their owners. No other route takes them. */
export const TakesKeys = (purpose: KeyPurpose): MethodDecorator & ClassDecorator =>
  SetMetadata(KEY_PURPOSE, purpose);

/** A POST that does something, rather than create a thing: it is answered with 200, or with `status`, where `@Post` says 201. */
export const Action = (path?: string, status = 200): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(status));

const access = (value: Access): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(ACCESS, value), countAccess());

function countAccess(): MethodDecorator & ClassDecorator {
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) => {
    const place: object = descriptor?.value ?? target;
    const count = Number(Reflect.getOwnMetadata(ACCESS_COUNT, place) ?? 0);
    Reflect.defineMetadata(ACCESS_COUNT, count + 1, place);
  };
}
