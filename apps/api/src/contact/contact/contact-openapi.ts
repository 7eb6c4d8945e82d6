import {
  CONTACT_ERRORS,
  CONTACT_LIMITS,
  CONTACT_MESSAGES,
  messageLengthText,
  nameLengthText,
} from '@sitedesk/contract/contact';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { SubmitContactDto } from '@sitedesk/contract/submit-contact.dto';
import { VISITOR_LANGUAGES } from '@sitedesk/contract/visitor-texts';
import { getMetadataStorage } from 'class-validator';

/** Schema of each rule the request classes use. */
const RULE_SCHEMAS: Readonly<Record<string, object>> = {
  isContactName: { type: 'string', minLength: CONTACT_LIMITS.name.min, maxLength: CONTACT_LIMITS.name.max },
  isContactEmail: { type: 'string', format: 'email', maxLength: CONTACT_LIMITS.emailOctets },
  isContactMessage: {
    type: 'string',
    minLength: CONTACT_LIMITS.message.min,
    maxLength: CONTACT_LIMITS.message.max,
  },
};

function schemaOf(dto: new (body: Readonly<Record<string, unknown>>) => object): object {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const properties = rules.map((rule) => [rule.propertyName, RULE_SCHEMAS[rule.name ?? '']] as const);
  return {
    type: 'object',
    required: properties.map(([name]) => name),
    properties: Object.fromEntries(properties),
  };
}

const submit = schemaOf(SubmitContactDto);

const captchaToken = {
  type: 'string',
  maxLength: CONTACT_LIMITS.captchaTokenOctets,
  description: 'Required when the site requires a CAPTCHA.',
};

/** Component schemas of the contact service. */
export const SCHEMAS = {
  SubmitContact: { allOf: [submit, { type: 'object', properties: { captchaToken } }] },
  CaptchaToken: { type: 'object', required: ['captchaToken'], properties: { captchaToken } },
};

/** The text for the visitor that goes with an error. */
const MESSAGE_OF: Readonly<Record<string, string>> = {
  [CONTACT_ERRORS.forgery]: CONTACT_MESSAGES.forgeryRefused,
  [CONTACT_ERRORS.captchaFailed]: CONTACT_MESSAGES.captchaFailed,
  [CONTACT_ERRORS.deliveryFailed]: CONTACT_MESSAGES.deliveryFailed,
};

/** @param message the visitor's text, unless the error has one of its own */
const result = (description: string, message: string, ...errors: readonly (string | null)[]): object => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ContactResult' },
      examples: Object.fromEntries(
        errors.map((error) => [
          error ?? 'accepted',
          { value: { success: error === null, message: MESSAGE_OF[error ?? ''] ?? message, error } },
        ]),
      ),
    },
  },
});

const body = (schema: string, ...types: readonly string[]): object => ({
  required: true,
  content: Object.fromEntries(
    ['application/json', ...types].map((type) => [
      type,
      { schema: { $ref: `#/components/schemas/${schema}` } },
    ]),
  ),
});

const header = (name: string, description: string, required: boolean): object => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const language = {
  name: 'lang',
  in: 'query',
  required: false,
  description: 'Language of the texts for the visitor; English if it is left out.',
  schema: { type: 'string', enum: VISITOR_LANGUAGES },
};

const tokenHeader = header(
  HEADERS.antiforgery,
  'Anti-forgery token from the script or an earlier response.',
  true,
);

/** Of routes that read no body. */
const unavailable = {
  404: result('Not a hostname of a site, or turned off', CONTACT_ERRORS.notFound, CONTACT_ERRORS.notFound),
  429: result('Over the rate limit', CONTACT_MESSAGES.tooManyRequests, CONTACT_ERRORS.rateLimit),
  500: result('Unexpected error', CONTACT_MESSAGES.unexpected, CONTACT_ERRORS.unexpected),
  503: result('Temporarily unavailable; try again', CONTACT_MESSAGES.unavailable, CONTACT_ERRORS.unavailable),
};

const refusals = {
  ...unavailable,
  413: result('The body is too large', CONTACT_MESSAGES.validationFailed, CONTACT_ERRORS.bodyTooLarge),
  415: result('The body is not JSON', CONTACT_MESSAGES.validationFailed, CONTACT_ERRORS.unsupportedMediaType),
};

/** What each route takes and answers, laid over what the routes themselves tell. */
export const OPERATIONS: Readonly<Record<string, object>> = {
  [`GET ${CONTACT_API_PATH}/site-contact.js`]: {
    parameters: [language],
    responses: {
      200: {
        description: 'The script',
        content: { 'application/javascript': { schema: { type: 'string' } } },
      },
      ...unavailable,
    },
  },
  [`POST ${CONTACT_API_PATH}/submit`]: {
    parameters: [
      language,
      tokenHeader,
      header(
        HEADERS.idempotencyKey,
        'Requests with the same key create one message and get the same response.',
        false,
      ),
    ],
    requestBody: body('SubmitContact', 'application/x-www-form-urlencoded'),
    responses: {
      200: result('Stored', CONTACT_MESSAGES.accepted, null),
      303: {
        description: 'Stored from a form that was posted without the script, where the site takes such forms',
      },
      400: result(
        'Refused',
        CONTACT_MESSAGES.validationFailed,
        CONTACT_ERRORS.forgery,
        CONTACT_ERRORS.nameRequired,
        nameLengthText(),
        CONTACT_ERRORS.invalidEmail,
        messageLengthText(CONTACT_LIMITS.message.max),
        CONTACT_ERRORS.captchaFailed,
        CONTACT_ERRORS.deliveryFailed,
      ),
      ...refusals,
    },
  },
  [`GET ${CONTACT_API_PATH}/sent`]: {
    responses: {
      200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
      ...unavailable,
    },
  },
  [`POST ${CONTACT_API_PATH}/captcha-validate`]: {
    parameters: [tokenHeader],
    requestBody: body('CaptchaToken'),
    responses: {
      200: result('Valid', CONTACT_MESSAGES.captchaAccepted, null),
      400: result(
        'Refused',
        CONTACT_MESSAGES.captchaFailed,
        CONTACT_ERRORS.captchaFailed,
        CONTACT_ERRORS.forgery,
      ),
      ...refusals,
    },
  },
};
