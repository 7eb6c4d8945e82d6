import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import {
  unavailablePage,
  visitorHeaders,
  visitorHtml,
  type VisitorPage,
} from '@sitedesk/contract/visitor-page';
import { VISITOR_TEXTS, type VisitorLanguage } from '@sitedesk/contract/visitor-texts';
import Handlebars from 'handlebars';
import { randomBytes } from 'node:crypto';

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

const page = (body: string): string =>
  visitorHtml({
    language: '{{language}}',
    title: '{{title}}',
    nonce: '{{nonce}}',
    body: `${body}
{{#if back}}<p><a href="{{back}}">{{texts.back}}</a></p>{{/if}}`,
  });

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

/** The page for a form that could not be taken at the moment. */
export const awayPage = (acceptLanguage: string | undefined): VisitorPage =>
  unavailablePage(acceptLanguage, newNonce());

function rendered(template: Handlebars.TemplateDelegate, view: object): VisitorPage {
  const nonce = newNonce();
  return { html: template({ ...view, nonce }), headers: visitorHeaders(nonce) };
}

const newNonce = (): string => randomBytes(16).toString('base64');
