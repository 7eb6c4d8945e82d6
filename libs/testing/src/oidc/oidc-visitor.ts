import { SUBJECT_FIELD } from './oidc-pages.js';

/** A stand-in for a browser at the provider: keeps cookies, follows redirects, submits what scripts would. */
export interface OidcVisitor {
  /**
   * Opens an address of the provider and goes on until the browser would leave for another origin; gives that address
   * (the client's callback), or the provider's last page. Never asks the other origin.
   * @param choose whom to pick on the login page; the test fails when the page appears and this is missing
   */
  open(url: string | URL, choose?: string): Promise<URL>;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

const MOST_STEPS = 20;
const STRINGS = /(\w+)="([^"]*)"/g;

export class OidcHttpVisitor implements OidcVisitor {
  private cookies: readonly Cookie[] = [];

  constructor(private readonly issuer: string) {}

  async open(url: string | URL, choose?: string): Promise<URL> {
    let here = new URL(url);
    let form: URLSearchParams | undefined;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (here.origin !== this.issuer) return here;
      const response: Response = await this.send(here, form);
      form = undefined;
      const location = response.headers.get('location');
      const text = await response.text();
      if (location) {
        here = new URL(location, here);
        continue;
      }
      if (!response.ok)
        throw new Error(`The provider answered ${response.status} at ${here.pathname}: ${text}`);
      const submitted = nextForm(text, choose);
      if (!submitted) return here;
      here = new URL(submitted.action, here);
      form = submitted.fields;
    }
    throw new Error(`The provider sent the visitor around for ${MOST_STEPS} steps.`);
  }

  private async send(url: URL, form: URLSearchParams | undefined): Promise<Response> {
    const cookie = this.cookies
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form ?? null,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attribute = (wanted: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? '/';
    const others = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    const gone = new Date(attribute('expires') ?? '9999-01-01').getTime() <= Date.now();
    this.cookies = gone ? others : [...others, { name, value, path }];
  }
}

/** The form that a person or a script would submit on this page. */
function nextForm(
  html: string,
  choose: string | undefined,
): { readonly action: string; readonly fields: URLSearchParams } | undefined {
  if (html.includes(`name="${SUBJECT_FIELD}"`)) {
    if (choose === undefined) throw new Error('The provider shows its login page; say whom to choose.');
    return { action: '', fields: new URLSearchParams({ [SUBJECT_FIELD]: choose }) };
  }
  if (!html.includes('.submit()')) return undefined;
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input [^>]*>/g)) {
    const { name, value } = attributesOf(input);
    if (name !== undefined) fields.append(name, value ?? '');
  }
  return { action: attributesOf(/<form [^>]*>/.exec(html)?.[0] ?? '')['action'] ?? '', fields };
}

function attributesOf(tag: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    [...tag.matchAll(STRINGS)].map(([, name, value]) => [name, unescapeHtml(value ?? '')]),
  );
}

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
