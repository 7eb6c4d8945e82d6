import type { ServerResponse } from 'node:http';
import type { FakeEdge } from './edge-cache.js';
import { foreignAuthorization, signedAt } from './foreign-signature.js';
import {
  type CdnRequest,
  StandIn,
  type StandInApi,
  type StandInOptions,
  type TransportBehaviour,
} from './stand-in.js';

type Failure =
  | 'throttled'
  | 'error-500'
  | 'unauthorised'
  | 'forbidden'
  /** An answer that is XML, but not CloudFront's. */
  | 'not-success';
export type CloudFrontBehaviour = 'ok' | Failure | TransportBehaviour;

/** An invalidation that was accepted. */
export interface CloudFrontInvalidation {
  readonly id: string;
  readonly reference: string;
  /** Paths, and tags with `#`. */
  readonly items: readonly string[];
}

/** A stand-in for CloudFront: its API for invalidations, which checks signatures with AWS's own library. */
export interface FakeCloudFront {
  readonly apiUrl: string;
  readonly distribution: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly requests: readonly CdnRequest[];
  readonly invalidations: readonly CloudFrontInvalidation[];
  behave(behaviour: CloudFrontBehaviour, times?: number): void;
  /** How far its clock is ahead of everyone else's. */
  setClock(aheadMs: number): void;
  /** An invalidation is under way for so many questions after it; then it is completed, and the pages are gone. */
  setPolls(count: number): void;
  close(): Promise<void>;
}

interface Underway extends CloudFrontInvalidation {
  polls: number;
}

const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
const MOST = { items: 3_000, wildcards: 15 };
/** A signature may be so old. */
const SKEW_MS = 5 * 60_000;

export async function startCloudFront(edge: FakeEdge, options: StandInOptions = {}): Promise<FakeCloudFront> {
  const kit = new StandIn<Failure>('cloudfront', options);
  const fake = new CloudFront(kit, edge);
  await kit.start(fake);
  return {
    apiUrl: kit.url,
    distribution: fake.distribution,
    accessKeyId: fake.accessKeyId,
    secretAccessKey: fake.secretAccessKey,
    requests: kit.requests,
    get invalidations() {
      return [...fake.invalidations.values()];
    },
    behave: (behaviour, times) => kit.behave(behaviour, times),
    setClock: (aheadMs) => void (fake.aheadMs = aheadMs),
    setPolls: (count) => void (fake.polls = count),
    close: () => kit.close(),
  };
}

class CloudFront implements StandInApi<Failure> {
  readonly distribution: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly invalidations = new Map<string, Underway>();
  aheadMs = 0;
  polls = 0;

  constructor(
    private readonly kit: StandIn<Failure>,
    private readonly edge: FakeEdge,
  ) {
    this.distribution = `E${kit.digits(13).toUpperCase()}`;
    this.accessKeyId = `AKIA${kit.digits(16).toUpperCase()}`;
    this.secretAccessKey = kit.digits(40);
  }

  readonly failures = {
    // That is how it does it: the code says so, and the status says something else.
    throttled: (response: ServerResponse): void => this.refuse(response, 400, 'Throttling', 'Rate exceeded'),
    'error-500': (response: ServerResponse): void =>
      this.refuse(response, 500, 'InternalFailure', `It failed with ${this.secretAccessKey}.`),
    unauthorised: (response: ServerResponse): void =>
      this.refuse(response, 403, 'InvalidClientTokenId', 'The security token included is invalid.'),
    forbidden: (response: ServerResponse): void =>
      this.refuse(
        response,
        403,
        'AccessDenied',
        'User is not authorized to perform: cloudfront:GetInvalidation',
      ),
    'not-success': (response: ServerResponse): void =>
      this.send(response, 201, '<Distribution><Status>Completed</Status></Distribution>'),
  };

  answer(request: CdnRequest, response: ServerResponse): void {
    this.respond(request, response).catch(() => response.destroy());
  }

  private async respond(request: CdnRequest, response: ServerResponse): Promise<void> {
    const refusal = await this.signatureRefusal(request);
    if (refusal) return this.refuse(response, 403, ...refusal);
    const [, distribution, id] =
      /^\/2020-05-31\/distribution\/([^/]+)\/invalidation(?:\/([^/?]+))?$/.exec(request.path) ?? [];
    if (distribution !== this.distribution)
      return this.refuse(response, 404, 'NoSuchDistribution', 'The specified distribution does not exist.');
    if (request.method === 'POST' && id === undefined) return this.invalidate(request.body, response);
    const found = this.invalidations.get(id ?? '');
    if (!found)
      return this.refuse(response, 404, 'NoSuchInvalidation', 'The specified invalidation does not exist.');
    if (found.polls > 0) found.polls -= 1;
    if (found.polls === 0) this.complete(found);
    return this.sendInvalidation(response, 200, found);
  }

  private async signatureRefusal(request: CdnRequest): Promise<[string, string] | undefined> {
    const { authorization = '' } = request.headers;
    if (!authorization.includes(`Credential=${this.accessKeyId}/`))
      return ['InvalidClientTokenId', 'The security token included in the request is invalid.'];
    const age = Math.abs(Date.now() + this.aheadMs - signedAt(request.headers));
    if (!(age <= SKEW_MS))
      return ['SignatureDoesNotMatch', 'Signature expired: it is now earlier than the time of the request.'];
    return authorization === (await foreignAuthorization(request, 'cloudfront', this))
      ? undefined
      : ['SignatureDoesNotMatch', 'The request signature we calculated does not match.'];
  }

  private invalidate(body: string, response: ServerResponse): void {
    const items = [...body.matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, item = '']) => unescaped(item));
    const [, reference = ''] = /<CallerReference>([^<]+)<\/CallerReference>/.exec(body) ?? [];
    const [, quantity] = /<Quantity>(\d+)<\/Quantity>/.exec(body) ?? [];
    if (!body.includes(NAMESPACE) || Number(quantity) !== items.length || items.length === 0 || !reference)
      return this.refuse(response, 400, 'MalformedXML', 'The XML you provided was not well-formed.');
    if (!items.every((item) => /^(\/|#[\x21-\x2b\x2d-\x7e]{1,256}$)/.test(item)))
      return this.refuse(
        response,
        400,
        'InvalidArgument',
        'Your request contains one or more invalid paths.',
      );
    const known = [...this.invalidations.values()].find((each) => each.reference === reference);
    if (known) {
      if (known.items.join() === items.join()) return this.sendInvalidation(response, 201, known);
      return this.refuse(response, 400, 'InvalidationBatchAlreadyExists', 'It already exists.');
    }
    const all = [...this.invalidations.values()].filter(({ polls }) => polls > 0).concat({ ...NONE, items });
    const inProgress = all.flatMap((each) => each.items);
    if (items.length > MOST.items) return this.refuse(response, 413, 'BatchTooLarge', 'Too many paths.');
    if (
      inProgress.length > MOST.items ||
      inProgress.filter((item) => item.endsWith('*')).length > MOST.wildcards
    )
      return this.refuse(response, 400, 'TooManyInvalidationsInProgress', 'You have exceeded the limit.');
    const invalidation = {
      id: `I${this.kit.digits(13).toUpperCase()}`,
      reference,
      items,
      polls: this.polls + 1,
    };
    this.invalidations.set(invalidation.id, invalidation);
    return this.sendInvalidation(response, 201, invalidation);
  }

  private complete({ items }: Underway): void {
    this.edge.purge(items.filter((item) => item.startsWith('/')));
    const tags = items.filter((item) => item.startsWith('#')).map((item) => item.slice(1));
    if (tags.length > 0) this.edge.purgeTags(tags);
  }

  private sendInvalidation(response: ServerResponse, status: number, { id, polls }: Underway): void {
    const state = polls > 0 ? 'InProgress' : 'Completed';
    this.send(
      response,
      status,
      `<Invalidation xmlns="${NAMESPACE}"><Id>${id}</Id><Status>${state}</Status></Invalidation>`,
    );
  }

  private refuse(response: ServerResponse, status: number, code: string, message: string): void {
    this.send(
      response,
      status,
      `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
    );
  }

  private send(response: ServerResponse, status: number, xml: string): void {
    const date = new Date(Date.now() + this.aheadMs).toUTCString();
    response.writeHead(status, { 'content-type': 'text/xml', date }).end(`<?xml version="1.0"?>\n${xml}`);
  }
}

const NONE: Underway = { id: '', reference: '', items: [], polls: 0 };

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
