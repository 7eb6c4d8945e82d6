import { DEPLOYMENT_LIMITS } from '@sitedesk/contract/deployments';
import { KeyRing, newMasterKey } from '../../platform/crypto/key-ring.js';
import { DEPLOYMENT_PREVIEW, openPreview, previewPath } from './deployment-preview.js';

const NOW = Date.UTC(2026, 10, 26, 12);
const SHOWN = { article: 12, deployment: 7 };
const tokenIn = (path: string): string => DEPLOYMENT_PREVIEW.exec(path)?.groups?.['token'] ?? '';

describe('signed addresses of deployments (Y-18)', () => {
  const [old, next] = [newMasterKey('old'), newMasterKey('next')];
  const ring = KeyRing.parse(old);
  const token = tokenIn(previewPath(ring, 'tenant', SHOWN, NOW));

  it('work for a day, and to the second no longer', () => {
    const end = NOW + DEPLOYMENT_LIMITS.previewHours * 3_600_000;
    expect(openPreview(ring, 'tenant', token, NOW)).toEqual(SHOWN);
    expect(openPreview(ring, 'tenant', token, end - 1)).toEqual(SHOWN);
    expect(openPreview(ring, 'tenant', token, end)).toBeUndefined();
  });

  it('are of one site', () => {
    expect(openPreview(ring, 'other', token, NOW)).toBeUndefined();
  });

  it('work while the master key is rotated, and not without it', () => {
    expect(openPreview(KeyRing.parse(`${next},${old}`), 'tenant', token, NOW)).toEqual(SHOWN);
    expect(openPreview(KeyRing.parse(next), 'tenant', token, NOW)).toBeUndefined();
  });

  it('are told from links to previews of articles', () => {
    expect(DEPLOYMENT_PREVIEW.test(`/_preview/${'a'.repeat(43)}`)).toBe(false);
    expect(DEPLOYMENT_PREVIEW.test(`/_preview/${'a'.repeat(43)}/a.b`)).toBe(false);
  });
});
