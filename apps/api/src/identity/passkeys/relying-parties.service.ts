import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { PASSKEY_TEXTS } from '@sitedesk/contract';
import { isIP } from 'node:net';
import { ProblemException } from '../../common/problem.js';
import { RUNTIME, type Runtime } from '../../config/runtime.js';
import { SettingsService } from '../../settings/settings.service.js';
import { TenantsService } from '../../tenancy/tenants.service.js';
import type { SiteAddress } from './site-address.js';

/** Who asks for a passkey, in WebAuthn's words. */
export interface RelyingParty {
  /** The host, exactly; never a domain above it. */
  readonly id: string;
  readonly name: string;
  /** Where its pages are, exactly. Two only on this machine, where it may be http. */
  readonly origins: readonly string[];
}

/** The page was opened by an IP address, for which browsers have no passkeys (409). */
export class HostnameMissing extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'wrong-state', PASSKEY_TEXTS.needsHostname);
  }
}

/**
 * The relying party of a request (ID-18): the host it was sent to, and https at that host and port. A proxy may hide
 * port and scheme from us; then the setting `Identity/EditorUrl` names the origin, if it is of the same host.
 */
@Injectable()
export class RelyingParties {
  constructor(
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @throws HostnameMissing */
  async of(tenantId: string, site: SiteAddress): Promise<RelyingParty> {
    const { hostname } = site;
    if (isIP(hostname) !== 0 || hostname.startsWith('[')) throw new HostnameMissing();
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
    return local && (nodeEnv !== 'production' || demonstration !== undefined);
  }
}
