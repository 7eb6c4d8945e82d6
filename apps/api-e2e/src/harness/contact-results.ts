import { CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract/contact';

/** The whole bodies of specification 4.2. */
export const ACCEPTED: ContactResult = { success: true, message: CONTACT_MESSAGES.accepted, error: null };

const refusal = (message: string, error: string): ContactResult => ({ success: false, message, error });

export const invalid = (error: string): ContactResult => refusal(CONTACT_MESSAGES.validationFailed, error);
export const FORGERY = refusal(CONTACT_MESSAGES.forgeryRefused, CONTACT_ERRORS.forgery);
export const CAPTCHA_FAILED = refusal(CONTACT_MESSAGES.captchaFailed, CONTACT_ERRORS.captchaFailed);
export const DELIVERY_FAILED = refusal(CONTACT_MESSAGES.deliveryFailed, CONTACT_ERRORS.deliveryFailed);
export const OVER_LIMIT = refusal(CONTACT_MESSAGES.tooManyRequests, CONTACT_ERRORS.rateLimit);
export const UNAVAILABLE = refusal(CONTACT_MESSAGES.unavailable, CONTACT_ERRORS.unavailable);
export const UNEXPECTED = refusal(CONTACT_MESSAGES.unexpected, CONTACT_ERRORS.unexpected);
