import type { LookUp } from '../../platform/config/env.js';

/**
 * Where the APIs of CDNs are, if they aren't where they usually are: `CDN_API_URLS=cloudflare=http://127.0.0.1:9999`. The others are
 * `cloudfront`, `azure`, `azurelogin` (where Azure's tokens come from) and `sucuri`. Only the server operator can name them, because
 * credentials go there.
 * @throws Error with a sentence
 */
export function readCdnApis(variable: LookUp): ReadonlyMap<string, string> {
  const entries = (variable('CDN_API_URLS') ?? '').split(',').filter((each) => each.trim() !== '');
  return new Map(
    entries.map((entry): [string, string] => {
      const [, name, url = ''] = /^\s*([a-z]+)=(\S+?)\/?\s*$/.exec(entry) ?? [];
      if (name === undefined || !URL.canParse(url))
        throw new Error('CDN_API_URLS must be a list such as cloudflare=https://proxy.example.com.');
      return [name, url];
    }),
  );
}
