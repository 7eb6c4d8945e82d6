import { Inject, Injectable } from '@nestjs/common';
import {
  PASSKEY_ALGORITHMS,
  PASSKEY_LIMITS,
  PASSKEY_TEXTS,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyCreationOptions,
  type PasskeyDescriptor,
  type PasskeyRequestOptions,
} from '@sitedesk/contract/passkeys';
import { isIP } from 'node:net';
import { WrongState } from '../../platform/http/problem.js';
import type { Ceremony } from './ceremony.js';
import { WebAuthnChallengesService } from './webauthn-challenges.service.js';
import { readClientData } from './client-data.js';
import type { Passkey } from './passkey.entity.js';
import { PasskeyStore } from './passkey-store.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import type { SiteAddress } from './site-address.js';

/** Why a browser's answer is not accepted; for the audit log, not for its sender. */
export interface Rejection {
  readonly reason: string;
  readonly passkey?: Passkey;
  /** What the counter went back to, which is to be flagged. */
  readonly wentBackTo?: number;
}

/** What a registration showed. */
export type NewCredential = Pick<
  Passkey,
  'rpId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backupEligible' | 'backedUp'
>;

/** Who registers a passkey. */
interface PasskeyHolder {
  readonly accountId: string;
  readonly email: string;
  readonly displayName: string;
}

/** As the audit log says it. */
export const COUNTER_WENT_BACK = 'its counter went back, so it may have been copied';

/** Loaded with the first passkey: two hundred modules that most processes never need. */
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');

const TIMEOUT_MS = PASSKEY_LIMITS.challengeSeconds * 1_000;

/** Who asks for a passkey, in WebAuthn's words. */
interface RelyingParty {
  /** The host, exactly; never a domain above it. */
  readonly id: string;
  readonly name: string;
  /** Where its pages are, exactly. Two only on this machine, where it may be http. */
  readonly origins: readonly string[];
}

/** The two ceremonies of WebAuthn Level 3: what the browser is asked, and whether what it answers is right. */
@Injectable()
export class PasskeyCeremoniesService {
  constructor(
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    private readonly challenges: WebAuthnChallengesService,
    private readonly store: PasskeyStore,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @throws WrongState */
  async creationOptions(
    tenantId: string,
    site: SiteAddress,
    ceremony: Ceremony,
    holder: PasskeyHolder,
  ): Promise<PasskeyCreationOptions> {
    const { id, name } = await this.relyingParty(tenantId, site);
    const known = await this.store.list(tenantId, holder.accountId);
    const handle = await this.store.handleOf(tenantId, holder.accountId);
    return {
      rp: { id, name },
      user: { id: handle, name: holder.email, displayName: holder.displayName },
      challenge: await this.challenges.issue(tenantId, ceremony),
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: known.filter(({ rpId }) => rpId === id).map(toDescriptor),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  }

  /**
   * @param accountId whose passkeys are asked for; undefined to let the person choose among all of this site
   * @throws WrongState
   */
  async requestOptions(
    tenantId: string,
    site: SiteAddress,
    ceremony: Ceremony,
    accountId?: string,
  ): Promise<PasskeyRequestOptions> {
    const { id } = await this.relyingParty(tenantId, site);
    const known = accountId === undefined ? [] : await this.store.list(tenantId, accountId);
    return {
      challenge: await this.challenges.issue(tenantId, ceremony),
      rpId: id,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: known.filter(({ rpId }) => rpId === id).map(toDescriptor),
    };
  }

  /** Whatever the outcome, the challenge is used up. */
  async verifyCreation(
    tenantId: string,
    site: SiteAddress,
    ceremony: Ceremony,
    answer: PasskeyCreation,
  ): Promise<NewCredential | Rejection> {
    const challenge = await this.challengeOf(tenantId, ceremony, answer.response.clientDataJSON);
    if (typeof challenge !== 'string') return challenge;
    const { id, origins } = await this.relyingParty(tenantId, site);
    const { clientDataJSON, attestationObject, transports = [] } = answer.response;
    const { verifyRegistrationResponse } = await library();
    const verified = await outcomeOf(() =>
      verifyRegistrationResponse({
        response: { ...outer(answer), response: { clientDataJSON, attestationObject } },
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
      }),
    );
    if ('reason' in verified) return verified;
    if (!verified.verified) return { reason: 'the attestation is not valid' };
    const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
    if (credential.id !== answer.id) return { reason: 'the credential has another id' };
    return {
      rpId: id,
      credentialId: credential.id,
      counter: credential.counter,
      transports: [...transports],
      publicKey: Buffer.from(credential.publicKey),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  }

  /**
   * Whatever the outcome, the challenge is used up, and so is the signature's count when everything else is right.
   * @param accountId whose passkey it has to be; undefined when that is the question, and the user handle has to tell
   */
  async verifyAssertion(
    tenantId: string,
    site: SiteAddress,
    ceremony: Ceremony,
    { answer, accountId }: { readonly answer: PasskeyAssertion; readonly accountId?: string },
  ): Promise<Passkey | Rejection> {
    const challenge = await this.challengeOf(tenantId, ceremony, answer.response.clientDataJSON);
    if (typeof challenge !== 'string') return challenge;
    const passkey = await this.store.findByCredential(tenantId, answer.id);
    if (!passkey) return { reason: 'no such passkey' };
    if (accountId !== undefined && passkey.accountId !== accountId) {
      return { reason: "somebody else's passkey" };
    }
    const { userHandle = null } = answer.response;
    const handleFits =
      userHandle !== null && (await this.store.isHandleOf(tenantId, passkey.accountId, userHandle));
    if (!handleFits && (userHandle !== null || accountId === undefined)) {
      return { reason: 'the user handle is not the one of the account', passkey };
    }
    const use = await this.verifySignature(tenantId, site, { answer, challenge, passkey });
    if ('reason' in use) return { ...use, passkey };
    if (await this.store.use(tenantId, passkey, use)) return passkey;
    return passkey.flaggedAt === null
      ? { reason: COUNTER_WENT_BACK, passkey, wentBackTo: use.counter }
      : { reason: 'flagged: its counter went back earlier', passkey };
  }

  /** Everything but the counter, which the library would judge before it has looked at the signature. */
  private async verifySignature(
    tenantId: string,
    site: SiteAddress,
    given: { readonly answer: PasskeyAssertion; readonly challenge: string; readonly passkey: Passkey },
  ): Promise<{ readonly counter: number; readonly backedUp: boolean } | Rejection> {
    const { answer, challenge, passkey } = given;
    const { id, origins } = await this.relyingParty(tenantId, site);
    const { clientDataJSON, authenticatorData, signature } = answer.response;
    const publicKey = Uint8Array.from(passkey.publicKey);
    const { verifyAuthenticationResponse } = await library();
    const verified = await outcomeOf(() =>
      verifyAuthenticationResponse({
        response: { ...outer(answer), response: { clientDataJSON, authenticatorData, signature } },
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: id,
        requireUserVerification: true,
        credential: { id: passkey.credentialId, publicKey, counter: 0 },
      }),
    );
    if ('reason' in verified) return verified;
    if (!verified.verified) return { reason: 'the signature is not valid' };
    const { newCounter, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo;
    if ((credentialDeviceType === 'multiDevice') !== passkey.backupEligible) {
      return { reason: 'its sync status has changed' };
    }
    return { counter: newCounter, backedUp: credentialBackedUp };
  }

  /** The challenge that a browser answers to, used up, if it was given for this ceremony. */
  private async challengeOf(
    tenantId: string,
    ceremony: Ceremony,
    clientDataJSON: string,
  ): Promise<string | Rejection> {
    const data = readClientData(clientDataJSON);
    if (!data) return { reason: 'the client data cannot be read' };
    if (!(await this.challenges.consume(tenantId, ceremony, data.challenge))) {
      return { reason: 'the challenge is unknown, already used or expired' };
    }
    return data.crossOrigin ? { reason: 'requested from a page on another site' } : data.challenge;
  }

  /**
   * The relying party of a request: the host it was sent to, and https at that host and port. A proxy may hide
   * port and scheme from us; then the setting `Identity/EditorUrl` names the origin, if it is of the same host.
   * @throws WrongState for a page that was opened by an IP address, for which browsers have no passkeys
   */
  private async relyingParty(tenantId: string, site: SiteAddress): Promise<RelyingParty> {
    const { hostname } = site;
    if (isIP(hostname) !== 0 || hostname.startsWith('[')) throw new WrongState(PASSKEY_TEXTS.needsHostname);
    const name = (await this.tenants.find(tenantId))?.name ?? '';
    const configured = await this.configuredOrigin(tenantId, hostname);
    const origins = configured === undefined ? this.usualOrigins(site) : [configured];
    return { id: hostname, name: name === '' ? hostname : name, origins };
  }

  private async configuredOrigin(tenantId: string, hostname: string): Promise<string | undefined> {
    const text = await this.settings.read(tenantId, (values) => values.text('Identity', 'EditorUrl'));
    const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
    if (url?.hostname !== hostname) return undefined;
    return url.protocol === 'https:' || (url.protocol === 'http:' && this.mayBePlain(hostname))
      ? url.origin
      : undefined;
  }

  private usualOrigins({ hostname, authority }: SiteAddress): readonly string[] {
    const schemes = this.mayBePlain(hostname) ? ['https', 'http'] : ['https'];
    return schemes.map((scheme) => new URL(`${scheme}://${authority}`).origin);
  }

  /** Only this machine, and only where no real site is run. */
  private mayBePlain(hostname: string): boolean {
    const { nodeEnv, demonstration } = this.runtime.env;
    const local = hostname === 'localhost' || hostname.endsWith('.localhost');
    return local && (nodeEnv !== 'production' || demonstration);
  }
}

const toDescriptor = ({ credentialId, transports }: Passkey): PasskeyDescriptor => ({
  type: 'public-key',
  id: credentialId,
  transports,
});

/** The outer part of an answer, as the library wants it. */
const outer = ({ id, rawId, type }: PasskeyCreation | PasskeyAssertion) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

/** The library throws for everything that is not right, also for octets that are no CBOR. */
async function outcomeOf<Outcome extends object>(work: () => Promise<Outcome>): Promise<Outcome | Rejection> {
  try {
    return await work();
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
