import { type EmbedProvider, isAttribute, NODES } from '@sitedesk/contract/documents';
import { describe, expect, it } from 'vitest';
import { EMBEDS, embedOf } from '@sitedesk/contract/embed-address';

describe('what can be embedded of an address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'youtube', 'dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ?si=abc', 'youtube', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    [
      '<iframe width="560" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&amp;start=3"></iframe>',
      'youtube',
      'dQw4w9WgXcQ',
    ],
    ['https://vimeo.com/76979871', 'vimeo', '76979871'],
    ['https://player.vimeo.com/video/76979871?h=1', 'vimeo', '76979871'],
    [
      'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=1',
      'spotify',
      'track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    ['https://codepen.io/anna/pen/abcDEF', 'codepen', 'anna/abcDEF'],
    [
      'https://www.openstreetmap.org/export/embed.html?bbox=13.38%2C52.51%2C13.4%2C52.53&layer=mapnik',
      'openstreetmap',
      '13.38,52.51,13.4,52.53',
    ],
    [
      'https://www.openstreetmap.org/#map=15/52.5200/13.4050',
      'openstreetmap',
      '13.39401,52.51451,13.41599,52.52549',
    ],
  ] satisfies [string, EmbedProvider, string][])('%s', (address, provider, key) => {
    expect(embedOf(address)).toEqual({ provider, key });
    // The server takes it, and what is shown for editing gives the same.
    expect(isAttribute(NODES.embed.attributes.key, key)).toBe(true);
    expect(embedOf(EMBEDS[provider].addressOf(key))).toEqual({ provider, key });
  });

  it.each([
    '',
    'cats',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=../../x',
    'https://vimeo.com/../video/1',
    'https://www.openstreetmap.org/#map=15/1000/13',
    'javascript:alert(1)//youtube.com/embed/dQw4w9WgXcQ',
  ])('nothing of %s', (address) => expect(embedOf(address)).toBeUndefined());
});
