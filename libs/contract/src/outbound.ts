import { messages } from './messages.js';

/** Why a stranger's server gave no answer that could be used; `{code}` is the system's word for it. */
export const OUTBOUND_TEXTS = messages('outbound', {
  notHttps: '{host} must be an https URL.',
  hasPassword: '{host} can’t contain a password.',
  notPublic: '{host} isn’t a public address, and OUTBOUND_ALLOW doesn’t allow it.',
  dns: 'Can’t find {host} ({code}).',
  connect: 'Can’t connect to {host} ({code}).',
  certificate: 'The certificate of {host} isn’t valid ({code}).',
  tls: 'Can’t set up an encrypted connection to {host} ({code}).',
  timeout: 'Can’t connect to {host} in time ({code}).',
  reset: '{host} closed the connection ({code}).',
  protocol: 'Can’t understand the response of {host} ({code}).',
  connectLimit: 'Can’t connect to {host} within {seconds} seconds.',
  firstByteLimit: '{host} didn’t respond within {seconds} seconds.',
  idleLimit: '{host} didn’t continue its response within {seconds} seconds.',
  totalLimit: '{host} didn’t finish its response within {seconds} seconds.',
  tooLarge: 'The response of {host} is larger than {max} bytes.',
  unread: 'The response of {host} wasn’t read to its end.',
  canceled: 'The request to {host} was canceled.',
});
