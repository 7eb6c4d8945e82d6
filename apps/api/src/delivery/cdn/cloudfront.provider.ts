import { Injectable } from '@nestjs/common';
import { CDN_TEXTS, type CdnCheckResult } from '@sitedesk/contract/cdn';
import { verbatim } from '@sitedesk/contract/messages';
import { AwsV4Signer } from 'aws4fetch';
import { hashToken } from '../../platform/core/tokens.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import {
  CdnHttp,
  type CdnRequest,
  type CdnResponse,
  commonRefusal,
  saying,
  throttled,
  withAnswer,
} from './cdn-http.js';
import {
  CdnError,
  type CdnProvider,
  type PurgeBudget,
  type PurgeCall,
  type PurgePlan,
  type PurgeProgress,
  type PurgeReply,
  type PurgeWork,
} from './cdn-provider.js';
import type { CdnSettings, CloudFrontSettings } from './cdn-settings.js';
import { CheckSteps } from './check-steps.js';
import { callsOf, pathOf, siteCall } from './purge-plans.js';

const API = 'https://cloudfront.amazonaws.com';
const VERSION = '2020-05-31';
/** Of 3,000 that may be in progress. */
const PER_CALL = 1_000;
/** From so many addresses on one wildcard is cheaper: each is paid for, once 1,000 of a month are used up. */
const MOST_PATHS = 1_000;
/** No invalidation has this ID, so that asking for it shows that all else is right. */
const NOBODYS = 'I00000000000000';
/** AWS refuses signatures that are older. */
const MOST_MINUTES_OFF = 4;
const SLOW_DOWN_SECONDS = 5;
/** While invalidations are in progress, the next one has to wait. */
const FULL_SECONDS = 30;

const THROTTLED = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException', 'SlowDown']);
const FULL = new Set(['TooManyInvalidationsInProgress', 'BatchTooLarge']);
const NO_CREDENTIALS = new Set([
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'SignatureDoesNotMatch',
  'MissingAuthenticationToken',
  'IncompleteSignature',
  'ExpiredToken',
  'RequestExpired',
  'OptInRequired',
]);
/** What AWS says of a signature that comes from another time. */
const OF_CLOCK = new Set([
  'SignatureDoesNotMatch',
  'RequestExpired',
  'RequestTimeTooSkewed',
  'InvalidSignatureException',
]);

/** CloudFront: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html */
@Injectable()
export class CloudFrontProvider implements CdnProvider {
  constructor(private readonly http: CdnHttp) {}

  isComplete({ cloudfront }: CdnSettings): boolean {
    return cloudfront !== undefined;
  }

  hasTags({ cloudfront }: CdnSettings): boolean {
    return cloudfront?.hasTags === true;
  }

  budget(): PurgeBudget {
    return { burst: 10, perSecond: 0.5 };
  }

  credential(settings: CdnSettings): string {
    return hashToken(`cloudfront ${accessOf(settings).keyId}`);
  }

  plan({ mayClearAll }: CdnSettings, { urls, tags, site }: PurgeWork, host: string): PurgePlan {
    const everything = siteCall(host, '/*');
    if (site) return { calls: [everything], collapsed: null };
    if (mayClearAll && urls.length > MOST_PATHS) return { calls: [everything], collapsed: 'many' };
    const addresses = callsOf('addresses', urls, { host, perCall: PER_CALL, nameOf: pathOf });
    const tagged = callsOf('tags', tags, { host, perCall: PER_CALL, nameOf: (tag) => `#${tag}` });
    return { calls: [...addresses, ...tagged], collapsed: null };
  }

  async check(settings: CdnSettings): Promise<readonly CdnCheckResult[]> {
    const access = accessOf(settings);
    const steps = new CheckSteps(['dns', 'tls', 'clock', 'credentials', 'target', 'right']);
    let response: CdnResponse;
    try {
      response = await this.http.ask(await this.request(access, 'GET', `/${NOBODYS}`));
    } catch (error) {
      if (error instanceof OutboundError) return steps.unreachable(error);
      throw error;
    }
    steps.ok('dns', 'tls');
    const code = codeOf(response.text);
    // The one answer that proves clock, key, distribution, and the right to ask about invalidations.
    if (code === 'NoSuchInvalidation') return steps.ok('clock', 'credentials', 'target').unknown('right').all;
    const { failure, reason } = this.refusal(response);
    if (failure === 'clock') return steps.failed('clock', reason);
    if (code === 'NoSuchDistribution') return steps.ok('clock', 'credentials').failed('target', reason);
    if (code === 'AccessDenied') return steps.ok('clock', 'credentials').failed('right', reason);
    return steps.ok('clock').failed('credentials', reason);
  }

  async purge(settings: CdnSettings, { kind, names }: PurgeCall, reference: string): Promise<PurgeReply> {
    const access = accessOf(settings);
    const label = `POST ${pathTo(access)} (${kind}: ${names.length})`;
    // The same reference with other paths is an error, and with the same ones the same invalidation.
    const body = batchOf(names, hashToken(`${reference} ${names.toSorted().join(' ')}`));
    const response = await this.http.askFor(await this.request(access, 'POST', '', body), label);
    const answer = this.http.answerOf(label, response.status, response.words);
    const id = response.status < 300 ? tagOf(response.text, 'Id') : undefined;
    const status = tagOf(response.text, 'Status');
    if (response.status >= 300) throw withAnswer(this.refusal(response), answer);
    if (id === undefined || !/^[A-Z0-9]{1,40}$/.test(id) || status === undefined)
      throw new CdnError('garbage', CDN_TEXTS.notUnderstood({ status: response.status }), { answer });
    return status === 'Completed' ? { answer } : { answer, handle: id };
  }

  async progress(settings: CdnSettings, handle: string): Promise<PurgeProgress> {
    const access = accessOf(settings);
    const label = `GET ${pathTo(access)}/${handle}`;
    const response = await this.http.askFor(await this.request(access, 'GET', `/${handle}`), label);
    const answer = this.http.answerOf(label, response.status, response.words);
    if (response.status !== 200) throw withAnswer(this.refusal(response), answer);
    return { state: tagOf(response.text, 'Status') === 'Completed' ? 'done' : 'working', answer };
  }

  private async request(
    access: CloudFrontSettings,
    method: 'GET' | 'POST',
    below: string,
    body?: string,
  ): Promise<CdnRequest> {
    const { url, isOwn } = this.http.base('cloudfront', API);
    const request = { method, url: url + pathTo(access) + below, ...(body === undefined ? {} : { body }) };
    const headers = await signedHeaders(request, access, this.http.now);
    return { ...request, isOwn, headers, secrets: [access.secret] };
  }

  private refusal(response: CdnResponse): CdnError {
    const { status, text, words } = response;
    // Throttling comes with a status of its own or without: only the code tells.
    const code = codeOf(text);
    const says = code === undefined ? words : `${code}: ${tagOf(text, 'Message') ?? ''}`;
    const reason = verbatim(says);
    if (code !== undefined && THROTTLED.has(code)) return throttled(undefined, SLOW_DOWN_SECONDS);
    if (code !== undefined && FULL.has(code)) return throttled(undefined, FULL_SECONDS);
    const minutes = this.http.minutesOff(response);
    if (code !== undefined && OF_CLOCK.has(code) && minutes > MOST_MINUTES_OFF)
      return new CdnError('clock', CDN_TEXTS.clockWrong({ minutes }));
    const common = commonRefusal(response);
    if (common) return common;
    if (code === undefined) return new CdnError('garbage', CDN_TEXTS.notUnderstood({ status }));
    if (NO_CREDENTIALS.has(code)) return new CdnError('refused', CDN_TEXTS.awsRefused({ reason }));
    if (code === 'AccessDenied') return new CdnError('refused', CDN_TEXTS.awsRightMissing({ reason }));
    if (code === 'NoSuchDistribution')
      return new CdnError('configuration', CDN_TEXTS.distributionUnknown({ reason }));
    return new CdnError('bad-request', saying(says));
  }
}

/** What is sent with a request, signed (AWS Signature Version 4). @param now milliseconds since the epoch */
export async function signedHeaders(
  { method, url, body }: { readonly method: string; readonly url: string; readonly body?: string },
  { keyId, secret }: Pick<CloudFrontSettings, 'keyId' | 'secret'>,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const { headers } = await new AwsV4Signer({
    method,
    url,
    ...(body === undefined ? {} : { body }),
    headers: body === undefined ? {} : { 'Content-Type': 'text/xml' },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 'cloudfront',
    region: 'us-east-1',
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  }).sign();
  return Object.fromEntries(headers);
}

function accessOf({ cloudfront }: CdnSettings): CloudFrontSettings {
  if (!cloudfront) throw new CdnError('configuration', CDN_TEXTS.incomplete);
  return cloudfront;
}

const pathTo = ({ distribution }: CloudFrontSettings): string =>
  `/${VERSION}/distribution/${distribution}/invalidation`;

function batchOf(items: readonly string[], reference: string): string {
  const paths = items.map((item) => `<Path>${escaped(item)}</Path>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/${VERSION}/"><Paths><Quantity>${items.length}</Quantity><Items>${paths}</Items></Paths><CallerReference>${reference}</CallerReference></InvalidationBatch>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The code of an error; undefined for what is none of AWS. */
const codeOf = (xml: string): string | undefined => (/<Error>/.test(xml) ? tagOf(xml, 'Code') : undefined);

/** The text of the first element with this name, of the two or three answers that there are. */
const tagOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<>]{1,300})</${name}>`).exec(xml)?.[1];
