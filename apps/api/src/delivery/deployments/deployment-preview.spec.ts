import { DEPLOYMENT_LIMITS } from '@sitedesk/contract/deployments';
import { KeyRing, newMasterKey } from '../../platform/crypto/key-ring.js';
import {
  DEPLOYMENT_PREVIEW,
  openPreview,
  openPreviewLabel,
  previewLabel,
  previewPath,
} from './deployment-preview.js';
import { readPreviewDomain } from './preview-domain.js';

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

describe('labels of hostnames of deployments (Y-18)', () => {
  const [old, next] = [newMasterKey('old'), newMasterKey('next')];
  const ring = KeyRing.parse(old);
  const SITES = [
    '00000000-0000-7000-8000-000000000001',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '01980f2e-6c1b-7d51-9c3a-5b8e0f4d2a77',
  ];

  it.each(SITES)('are valid, and say what they show of %s', (tenantId) => {
    for (const shown of [SHOWN, { article: 1, deployment: 1 }, { article: 2_000_000_000, deployment: 35 }]) {
      const label = previewLabel(ring, tenantId, shown, NOW);
      expect(label).toMatch(/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/);
      expect(label.slice(2, 4)).not.toBe('--'); // taken for an international name (RFC 5891)
      expect(openPreviewLabel(ring, label, NOW)).toEqual({ tenantId, ...shown });
    }
  });

  it('work for a day, while the master key is rotated, and not without it', () => {
    const [tenantId = ''] = SITES;
    const label = previewLabel(ring, tenantId, SHOWN, NOW);
    const end = NOW + DEPLOYMENT_LIMITS.previewHours * 3_600_000;
    const shown = { tenantId, ...SHOWN };
    expect(openPreviewLabel(ring, label, end - 1)).toEqual(shown);
    expect(openPreviewLabel(ring, label, end)).toBeUndefined();
    expect(openPreviewLabel(KeyRing.parse(`${next},${old}`), label, NOW)).toEqual(shown);
    expect(openPreviewLabel(KeyRing.parse(next), label, NOW)).toBeUndefined();
  });
});

describe('PREVIEW_DOMAIN', () => {
  it.each(['preview.example.net', 'Preview.Example.NET'])('takes %s', (value) => {
    expect(readPreviewDomain(() => value)).toBe('preview.example.net');
  });

  it.each([
    'localhost',
    'preview.example.net:3001',
    '*.example.net',
    'https://example.net',
    '10.0.0.1',
    `${'a.'.repeat(95)}net`,
  ])('refuses %s', (value) => {
    expect(() => readPreviewDomain(() => value)).toThrow(/^PREVIEW_DOMAIN must be a domain name/);
  });
});
