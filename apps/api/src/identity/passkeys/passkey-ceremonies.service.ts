import { Injectable } from '@nestjs/common';
import {
  PASSKEY_ALGORITHMS,
  PASSKEY_LIMITS,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyCreationOptions,
  type PasskeyDescriptor,
  type PasskeyRequestOptions,
} from '@sitedesk/contract';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Ceremony } from './ceremony.js';
import { WebAuthnChallenges } from './challenges.service.js';
import { readClientData } from './client-data.js';
import type { Passkey } from './passkey.entity.js';
import { PasskeyStore } from './passkey-store.service.js';
import { RelyingParties } from './relying-parties.service.js';
import type { SiteAddress } from './site-address.js';

/** Why a browser's answer is not accepted; for the audit log, not for whoever sent it. */
export interface Rejection {
  readonly reason: string;
  readonly passkey?: Passkey;
  /** What the counter went back to, which is to be flagged. */
  readonly wentBackTo?: number;
}

/** What a registration showed. */
export interface NewCredential {
  readonly rpId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/** Who registers a passkey. */
export interface PasskeyHolder {
  readonly accountId: string;
  readonly email: string;
  readonly displayName: string;
}

/** As the audit log says it. */
export const COUNTER_WENT_BACK = 'its counter went back: there may be a copy of it';

const TIMEOUT_MS = PASSKEY_LIMITS.challengeSeconds * 1_000;

/** The two ceremonies of WebAuthn Level 3: what the browser is asked, and whether what it answers is right (ID-18). */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly relyingParties: RelyingParties,
    private readonly challenges: WebAuthnChallenges,
    private readonly store: PasskeyStore,
  ) {}

  /** @throws HostnameMissing */
  async creationOptions(
    tenantId: string,
    site: SiteAddress,
    ceremony: Ceremony,
    holder: PasskeyHolder,
  ): Promise<PasskeyCreationOptions> {
    const { id, name } = await this.relyingParties.of(tenantId, site);
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
   * @throws HostnameMissing
   */
  async requestOptions(
    tenantId: string,
    site: SiteAddress,
    ceremony: Ceremony,
    accountId?: string,
  ): Promise<PasskeyRequestOptions> {
    const { id } = await this.relyingParties.of(tenantId, site);
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
    const { id, origins } = await this.relyingParties.of(tenantId, site);
    const { clientDataJSON, attestationObject, transports = [] } = answer.response;
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
      ...{ rpId: id, credentialId: credential.id, counter: credential.counter, transports: [...transports] },
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
    const handleFits = userHandle !== null && (await this.isHandle(tenantId, passkey, userHandle));
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
    const { id, origins } = await this.relyingParties.of(tenantId, site);
    const { clientDataJSON, authenticatorData, signature } = answer.response;
    const publicKey = Uint8Array.from(passkey.publicKey);
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
      return { reason: 'whether it can be synchronised has changed' };
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
      return { reason: 'the challenge is not known here, was used, or is too old' };
    }
    return data.crossOrigin ? { reason: 'asked for inside a page of another site' } : data.challenge;
  }

  private isHandle(tenantId: string, { accountId }: Passkey, handle: string): Promise<boolean> {
    return this.store.isHandleOf(tenantId, accountId, handle);
  }
}

const toDescriptor = ({ credentialId, transports }: Passkey): PasskeyDescriptor => ({
  type: 'public-key',
  id: credentialId,
  transports,
});

/** The outer part of an answer, as the library wants it. */
const outer = ({ id, rawId, type }: PasskeyCreation | PasskeyAssertion) => ({
  ...{ id, rawId, type },
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
