import { parseJson } from '../../platform/core/parse-json.js';
import { Injectable } from '@nestjs/common';
import {
  MAILING_LIST_LIMITS,
  MAILING_LIST_TEXTS,
  type MailingListChoice,
  type MailingListField,
} from '@sitedesk/contract/mailing-list';
import { verbatim } from '@sitedesk/contract/messages';
import { createHash } from 'node:crypto';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { type OutboundAnswer, OutboundService } from '../../platform/outbound/outbound.service.js';
import {
  type MailingListAccess,
  MailingListError,
  type MailingListMember,
  type MailingListProvider,
} from './mailing-list-provider.js';
import { problemText, serviceText } from './service-text.js';

/** The data centre stands behind the key's dash. */
const KEY = /^[0-9a-z]{32}-([a-z]{2}\d{1,3})$/;
const TIME_LIMIT_MS = 8_000;
/** Fields of these types take what a message has; the others want structures, or numbers. */
const USABLE_TYPES = new Set(['text', 'url', 'date']);

interface Request {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

/** Mailchimp's Marketing API, version 3.0. */
@Injectable()
export class MailchimpProvider implements MailingListProvider {
  constructor(private readonly outbound: OutboundService) {}

  apiUrlOf(apiKey: string): string | undefined {
    const dataCentre = KEY.exec(apiKey)?.[1];
    return dataCentre === undefined ? undefined : `https://${dataCentre}.api.mailchimp.com/3.0`;
  }

  async check(access: MailingListAccess): Promise<string> {
    const root = await this.call(access, { method: 'GET', path: '/?fields=account_name' });
    return serviceText(text(root['account_name'])) || 'Mailchimp';
  }

  async lists(access: MailingListAccess): Promise<readonly MailingListChoice[]> {
    const path = `/lists?fields=lists.id,lists.name,lists.stats.member_count&count=${MAILING_LIST_LIMITS.choices}`;
    const answer = await this.call(access, { method: 'GET', path });
    return items(answer['lists']).map((list) => ({
      id: text(list['id']),
      name: serviceText(text(list['name'])),
      members: Number(members(list['stats'])['member_count'] ?? 0),
    }));
  }

  async fields(access: MailingListAccess, listId: string): Promise<readonly MailingListField[]> {
    const wanted = ['tag', 'name', 'type', 'required'].map((name) => `merge_fields.${name}`).join(',');
    const path = `/lists/${encodeURIComponent(listId)}/merge-fields?fields=${wanted}&count=${MAILING_LIST_LIMITS.choices}`;
    const answer = await this.call(access, { method: 'GET', path });
    return items(answer['merge_fields']).map((field) => ({
      tag: text(field['tag']),
      name: serviceText(text(field['name'])),
      type: text(field['type']),
      required: field['required'] === true,
      usable: USABLE_TYPES.has(text(field['type'])),
    }));
  }

  async upsert(access: MailingListAccess, listId: string, member: MailingListMember): Promise<void> {
    // The API names a member by the MD5 of the address in lower case; a name, not a protection.
    const hash = createHash('md5').update(member.email.toLowerCase()).digest('hex');
    const path = `/lists/${encodeURIComponent(listId)}/members/${hash}`;
    const body = {
      email_address: member.email,
      status_if_new: member.statusIfNew,
      merge_fields: member.fields,
    };
    await this.call(access, { method: 'PUT', path, body });
  }

  private async call(
    { apiUrl, apiKey }: MailingListAccess,
    { method, path, body }: Request,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.outbound
      .fetch({
        url: `${apiUrl}${path}`,
        guarded: true,
        method,
        headers: {
          Authorization: `Basic ${Buffer.from(`sitedesk:${apiKey}`).toString('base64')}`,
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        limits: { totalMs: TIME_LIMIT_MS },
      })
      .catch(asUnreachable);
    // It may repeat the key it was given.
    const content = answer.text.replaceAll(apiKey, '***');
    if (answer.status < 200 || answer.status > 299)
      throw refusal(answer, content, { aboutContact: method === 'PUT' });
    const parsed = parse(content);
    if (!parsed) throw new MailingListError('service', MAILING_LIST_TEXTS.notJson);
    return parsed;
  }
}

function asUnreachable(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  if (error.kind === 'refused') throw new MailingListError('configuration', error.fault);
  if (error.kind === 'timeout')
    throw new MailingListError('service', MAILING_LIST_TEXTS.timeout({ seconds: TIME_LIMIT_MS / 1_000 }));
  throw new MailingListError('service', MAILING_LIST_TEXTS.noConnection({ code: error.reason }));
}

function refusal(
  { status, headers }: OutboundAnswer,
  content: string,
  { aboutContact }: { readonly aboutContact: boolean },
): MailingListError {
  const words = verbatim(problemText(status, parse(content)));
  if (status === 401 || status === 403)
    return new MailingListError('configuration', words, { keyRefused: true });
  if (status === 429)
    return new MailingListError('service', words, { retryAfter: seconds(headers['retry-after']) });
  if (status >= 500) return new MailingListError('service', words, { answered: true });
  // 404 to a contact means that the list is gone: no other contact would fare better.
  if (aboutContact && status >= 400 && status !== 404) return new MailingListError('refused', words);
  return new MailingListError('configuration', words);
}

function seconds(retryAfter: string | undefined): number | undefined {
  const value = Number(retryAfter);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function parse(content: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(content);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const members = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const items = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(members) : [];
