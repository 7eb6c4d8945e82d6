import { foreignAuthorization } from '@sitedesk/testing';
import { randomBytes, randomInt } from 'node:crypto';
import { signedHeaders } from './cloudfront.provider.js';

describe('signatures for CloudFront', () => {
  it('are those of AWS’s own library, in 1,000 random requests (N-11)', async () => {
    for (let round = 0; round < 1_000; round += 1) {
      const keyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
      const secret = randomBytes(randomInt(1, 60)).toString('base64');
      const host = 'cloudfront.amazonaws.com';
      const path = `/2020-05-31/distribution/E${randomBytes(6).toString('hex').toUpperCase()}/invalidation`;
      const isPost = round % 3 > 0;
      const body = isPost ? `<Path>/${randomBytes(randomInt(0, 400)).toString('latin1')}</Path>` : '';
      const request = { method: isPost ? 'POST' : 'GET', url: `https://${host}${path}` };
      const headers = await signedHeaders(
        isPost ? { ...request, body } : request,
        { keyId, secret },
        Date.UTC(2026, 0, 1) + randomInt(0, 2 ** 40),
      );
      const expected = await foreignAuthorization(
        { method: request.method, path, headers: { ...headers, host }, body },
        'cloudfront',
        { accessKeyId: keyId, secretAccessKey: secret },
      );
      expect(headers['authorization']).toBe(expected);
    }
  });
});
