import { CI_PROVIDERS } from '@sitedesk/contract/deployments';
import type { CiIssuer, TokenForgery } from '@sitedesk/testing';

/** The publisher that the tokens of `CiIssuer` are of, with the application's workflow. */
export const trustedPublisher = (issuer: CiIssuer, more: object = {}): object => ({
  provider: 'github',
  issuer: issuer.issuer,
  repository: 'octo-org/shop',
  repositoryId: '101',
  ownerId: '202',
  workflow: 'deploy.yml',
  ref: 'refs/heads/main',
  scope: 'deploy',
  ...more,
});

/** Claims of a workflow that is trusted in one environment. */
export const RELEASE = { workflow_ref: 'octo-org/shop/.github/workflows/release.yml@refs/heads/main' };

const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset;

/** New tokens of CI that no application takes, by what is wrong with each. @param audience of the site */
export function wrongTokens(issuer: CiIssuer, audience: string): Readonly<Record<string, string>> {
  const right = issuer.token(audience);
  const [head = '', body = '', signature = ''] = right.split('.');
  const changed = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), repository_id: '102' }),
  ).toString('base64url');
  const claims = (more: object, forgery?: TokenForgery): string =>
    issuer.token(audience, { ...more }, forgery);
  return {
    'no token': 'abc',
    'two parts': `${head}.${body}`,
    'four parts': `${right}.${signature}`,
    'no JSON': `${head}.YWJj.${signature}`,
    'alg none': claims({}, { as: 'none' }),
    'HS256 with the public key': claims({}, { as: 'mac-of-public-key' }),
    'a stranger’s key under a known id': claims({}, { as: 'another-key' }),
    'an unknown key id': claims({}, { header: { kid: 'unknown' } }),
    'no key id': claims({}, { header: { kid: undefined } }),
    'a critical extension': claims({}, { header: { crit: ['b64'], b64: false } }),
    'changed after it was signed': `${head}.${changed}.${signature}`,
    'no signature': `${head}.${body}.`,
    'another site’s audience': issuer.token('sitedesk:elsewhere.test'),
    'the default audience': issuer.token('https://github.com/octo-org'),
    'no audience': claims({ aud: undefined }),
    'another issuer': claims({ iss: 'https://issuer.example.com' }),
    'the real issuer, without its key': claims({ iss: CI_PROVIDERS.github.issuer }),
    'no issuer': claims({ iss: undefined }),
    'too old': claims({ iat: seconds(-11 * 60), exp: seconds(300) }),
    expired: claims({ iat: seconds(-300), exp: seconds(-1) }),
    'from the future': claims({ iat: seconds(300) }),
    'not valid yet': claims({ nbf: seconds(300) }),
    'no times': claims({ iat: undefined }),
    'no id': claims({ jti: undefined }),
    'another repository': claims({ repository_id: '102' }),
    'a repository of the same name': claims({ repository_id: '909', repository_owner_id: '808' }),
    'another owner': claims({ repository_owner_id: '203' }),
    'another workflow': claims({
      workflow_ref: 'octo-org/shop/.github/workflows/test.yml@refs/heads/main',
    }),
    'a workflow in another folder': claims({ workflow_ref: 'octo-org/shop/deploy.yml@refs/heads/main' }),
    'no workflow': claims({ workflow_ref: undefined }),
    'another branch': claims({ ref: 'refs/heads/feature' }),
    'a pull request': claims({ ref: 'refs/pull/7/merge', event_name: 'pull_request' }),
    pull_request_target: claims({ event_name: 'pull_request_target' }),
    workflow_run: claims({ event_name: 'workflow_run' }),
    'no environment': claims(RELEASE),
    'another environment': claims({ ...RELEASE, environment: 'staging' }),
  };
}
