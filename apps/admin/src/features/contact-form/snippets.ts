import type { ContactFormOverview } from '@sitedesk/contract/contact-form';

/** Ways to put the form on a page. */
export const WAYS = ['html', 'module', 'script'] as const;
export type Way = (typeof WAYS)[number];

/** What is copied into the page. */
export function snippetFor(way: Way, { snippet, scriptPath, scriptUrl }: ContactFormOverview): string {
  const src = scriptUrl ?? scriptPath;
  switch (way) {
    case 'html':
      return snippet;
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
