import type { SiteContactConfig } from '@sitedesk/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The visitor's script for one configuration; only token and time are put in for each answer. */
export interface ScriptTemplate {
  /** The octets of the whole script, ready to be served as `application/javascript`. The token must be ASCII. */
  render(antiforgeryToken: string, generatedAt: Date): Buffer;
}

/** Made by the build beside the compiled code; sources find it there too. */
const BUNDLE = join(fileURLToPath(new URL('.', import.meta.url)), '../dist/site-contact.client.js');

let bundle: string | undefined;

/**
 * Prepares the script of a configuration (specification 2.4 and 4.1).
 * Settings become JavaScript strings that no character can end: not a quote, not `</script>`, not U+2028.
 */
export function scriptTemplate(config: Omit<SiteContactConfig, 'antiforgeryToken'>): ScriptTemplate {
  bundle ??= readFileSync(BUNDLE, 'utf8').trim();
  const settings = toJavaScript(config).slice(0, -1);
  const head = Buffer.from(`(()=>{const SC_CONFIG=${settings},"antiforgeryToken":"`);
  const tail = Buffer.from(`";${bundle}})();\n`);
  // Octets rather than text: measuring and encoding five thousand characters would cost more than making the token.
  return {
    render: (token, generatedAt) => {
      const between = `${token}"},SC_TIME="${generatedAt.toISOString()}`;
      const script = Buffer.allocUnsafe(head.length + between.length + tail.length);
      head.copy(script);
      script.write(between, head.length, 'latin1');
      tail.copy(script, head.length + between.length);
      return script;
    },
  };
}

/** JSON that is also harmless inside HTML and in every version of JavaScript. */
function toJavaScript(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
