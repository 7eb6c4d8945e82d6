import { Injectable } from '@nestjs/common';

/** A proxy in front of this process that nobody has named in TRUSTED_PROXIES. */
interface UntrustedProxy {
  /** Its address, as the socket reports it. */
  readonly peer: string;
  readonly seenAt: Date;
}

/** What this process has noticed of the proxies in front of it. */
@Injectable()
export class ProxyWatch {
  private first: UntrustedProxy | undefined;

  /** The first one since the start. */
  get untrusted(): UntrustedProxy | undefined {
    return this.first;
  }

  saw(peer: string): void {
    this.first ??= { peer, seenAt: new Date() };
  }
}
