import { CAPTCHA_SCRIPT_URLS, type SiteContactConfig } from '@sitedesk/contract/contact';
import type { VisitorLanguage } from '@sitedesk/contract/visitor-texts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The visitor's script for one configuration; only token and time are put in for each answer. */
export interface ScriptTemplate {
  /** The octets of the whole script, ready to be served as `application/javascript`. */
  render(antiforgeryToken: string, generatedAt: Date): Buffer;
}

/** Made by the build beside the compiled code; sources find it there too. */
const BUNDLES = join(fileURLToPath(new URL('.', import.meta.url)), '../dist');

const bundles = new Map<VisitorLanguage, string>();

/**
 * Prepares the script of a configuration (specification 2.4 and 4.1).
 * Settings become JavaScript strings that no character can end: not a quote, not `</script>`, not U+2028.
 */
export function scriptTemplate(config: Settings, language: VisitorLanguage = 'en'): ScriptTemplate {
  const bundle =
    bundles.get(language) ??
    readFileSync(join(BUNDLES, `site-contact.client.${language}.min`), 'utf8').trim();
  bundles.set(language, bundle);
  const settings = toJavaScript(withScriptUrl(config)).slice(1);
  const tail = Buffer.from(`,${settings},SC_URLS=${toJavaScript(urlsFor(config))};${bundle}})();\n`);
  // Octets rather than text: measuring and encoding five thousand characters would cost more than making the token.
  return {
    render: (antiforgeryToken, generatedAt) => {
      const time = generatedAt.toISOString();
      // The token comes first, where the library looks for it when it fetches the script again.
      const head = `(()=>{const SC_TIME="${time}",SC_CONFIG={"antiforgeryToken":${toJavaScript(antiforgeryToken)}`;
      const script = Buffer.allocUnsafe(head.length + tail.length);
      script.write(head, 'latin1');
      tail.copy(script, head.length);
      return script;
    },
  };
}

type Settings = Omit<SiteContactConfig, 'antiforgeryToken'>;

function withScriptUrl(config: Settings): Settings {
  if (config.captchaScriptUrl || !config.captchaProvider) return config;
  return { ...config, captchaScriptUrl: CAPTCHA_SCRIPT_URLS[config.captchaProvider] };
}

/** For pages that name a provider themselves where the site has none. */
const urlsFor = ({ captchaProvider }: Settings): Readonly<Record<string, string>> =>
  captchaProvider ? {} : CAPTCHA_SCRIPT_URLS;

/** JSON in ASCII that is also harmless inside HTML and in every version of JavaScript. */
function toJavaScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
