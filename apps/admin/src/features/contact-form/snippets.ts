import type { ContactFormOverview } from '@sitedesk/contract/contact-form';
import type { VisitorLanguage } from '@sitedesk/contract/visitor-texts';

/** Ways to put the form on a page. */
export const WAYS = ['html', 'module', 'script'] as const;
export type Way = (typeof WAYS)[number];

/** What is copied into the page. */
export function snippetFor(way: Way, language: VisitorLanguage, form: ContactFormOverview): string {
  const src = scriptAddress(language, form);
  switch (way) {
    case 'html':
      return form.snippets[language];
    case 'module':
      return `// Once the form is in the page: onMounted in Vue, useEffect in React.
const script = document.createElement('script');
script.src = '${src}';
script.onload = () => SiteContact.init('#contact-form');
document.head.append(script);
`;
    case 'script':
      return `<script src="${src}"></script>
<script>
  SiteContact.init('#your-own-form', {
    fieldNames: { name: 'name', email: 'email', message: 'message' },
  });
</script>
`;
    default:
      return way satisfies never;
  }
}

/** Where the script is that speaks the visitors' language. */
export const scriptAddress = (
  language: VisitorLanguage,
  { scriptPath, scriptUrl }: ContactFormOverview,
): string => `${scriptUrl ?? scriptPath}${language === 'en' ? '' : `?lang=${language}`}`;
