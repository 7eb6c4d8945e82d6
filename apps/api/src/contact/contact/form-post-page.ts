import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { VISITOR_TEXTS, type VisitorLanguage } from '@sitedesk/contract/visitor-texts';
import Handlebars from 'handlebars';
import { randomBytes } from 'node:crypto';

/** A page, and the headers without which it does not work. */
export interface VisitorPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A field of the form that a refusal is about. */
export type FormField = 'name' | 'email' | 'message';

interface RefusalPage {
  readonly language: VisitorLanguage;
  readonly problem: string;
  readonly field: FormField | undefined;
  /** What was typed, to be sent again; undefined: there is nothing to show. */
  readonly typed: Readonly<Record<FormField, string>> | undefined;
  readonly back: string | undefined;
  readonly maxMessageLength: number;
}

const page = (body: string): string => `<!doctype html>
<html lang="{{language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{title}}</title>
<style nonce="{{nonce}}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 24px; background: Canvas; color: CanvasText; }
main { max-width: 34rem; margin: 8vh auto 0; }
h1 { font-size: 1.375rem; line-height: 1.3; }
form { display: grid; gap: 14px; margin: 24px 0; }
label { display: grid; gap: 4px; font-weight: 500; font-size: 14px; }
input, textarea { box-sizing: border-box; width: 100%; font: inherit; font-size: 16px; padding: 8px 10px; border: 1px solid GrayText; border-radius: 8px; background: Canvas; color: inherit; }
[aria-invalid] { border: 2px solid light-dark(#b42318, #ff8f85); }
textarea { min-height: 10rem; resize: vertical; }
button { justify-self: start; font: inherit; font-weight: 600; padding: 8px 18px; border: 0; border-radius: 8px; background: CanvasText; color: Canvas; cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>{{title}}</h1>
${body}
{{#if back}}<p><a href="{{back}}">{{texts.back}}</a></p>{{/if}}
</main>
</body>
</html>
`;

const invalid = (field: FormField): string =>
  `{{#if ${field}Invalid}} aria-invalid="true" aria-describedby="problem" autofocus{{/if}}`;

const { name, message, emailOctets } = CONTACT_LIMITS;

/** The line after \`<textarea>\` belongs to the markup, so that a first empty line of the message is kept. */
const REFUSED = page(`<p id="problem" role="alert">{{problem}}</p>
{{#if typed}}
<form method="post" action="${CONTACT_API_PATH}/submit">
<input type="hidden" name="lang" value="{{language}}">
{{#if back}}<input type="hidden" name="page" value="{{back}}">{{/if}}
<label>{{texts.name}} <input name="name" value="{{typed.name}}" required minlength="${name.min}" maxlength="${name.max}" autocomplete="name"${invalid('name')}></label>
<label>{{texts.email}} <input name="email" type="email" value="{{typed.email}}" required maxlength="${emailOctets}" autocomplete="email"${invalid('email')}></label>
<label>{{texts.message}} <textarea name="message" required minlength="${message.min}" maxlength="{{maxMessageLength}}"${invalid('message')}>
{{typed.message}}</textarea></label>
<button>{{texts.send}}</button>
</form>
{{/if}}`);

const COMPILE = { strict: true, knownHelpersOnly: true, preventIndent: true } as const;
const sent = Handlebars.compile(page('<p role="status">{{texts.sent}}</p>'), COMPILE);
const refused = Handlebars.compile(REFUSED, COMPILE);

/** Thanks for a message, with a way back to the page of the form. */
export function sentPage(language: VisitorLanguage, back: string | undefined): VisitorPage {
  const texts = VISITOR_TEXTS[language];
  return rendered(sent, { language, texts, title: texts.sentTitle, back });
}

/** What is wrong with a message, and the form with what was typed. */
export function refusalPage({ field, ...input }: RefusalPage): VisitorPage {
  const texts = VISITOR_TEXTS[input.language];
  const invalidFields = {
    nameInvalid: field === 'name',
    emailInvalid: field === 'email',
    messageInvalid: field === 'message',
  };
  return rendered(refused, { ...input, ...invalidFields, texts, title: texts.refusedTitle });
}

function rendered(template: Handlebars.TemplateDelegate, view: object): VisitorPage {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return {
    html: template({ ...view, nonce }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      // With `no-referrer`, a browser would send the corrected form without its origin.
      'referrer-policy': 'same-origin',
    },
  };
}
