import { type VisitorLanguage, visitorLanguage } from '@sitedesk/contract/visitor-texts';

/** The language that a page asks for, `?lang=de`; without it English, whatever the browser's, because the contract's texts are. */
export function askedLanguage(url: string): VisitorLanguage {
  const query = url.indexOf('?');
  if (query < 0) return 'en';
  return visitorLanguage(new URLSearchParams(url.slice(query)).get('lang') ?? undefined);
}
