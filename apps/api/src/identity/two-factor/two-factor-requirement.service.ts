import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../settings/settings.service.js';
import type { SessionPrincipal } from '../principal.js';
import { readTwoFactorSettings } from './two-factor-settings.js';

/** Who has to set up a second factor before anything else is open. Asked on every request, so a switch acts at once. */
@Injectable()
export class TwoFactorRequirement {
  constructor(private readonly settings: SettingsService) {}

  /**
   * Whether a person has no second factor though the site wants one for a role, or the password is too short without it.
   * A passkey is one, also for a sign-in with the passkey alone. What another provider asked for is not known here.
   */
  async isUnmet(
    tenantId: string,
    { twoFactor, shortPassword, roles }: Pick<SessionPrincipal, 'twoFactor' | 'shortPassword' | 'roles'>,
  ): Promise<boolean> {
    if (twoFactor) return false;
    if (shortPassword) return true;
    const { requiredRoles } = await this.settings.read(tenantId, readTwoFactorSettings);
    return roles.some(({ key, name }) => [key, name].some((each) => requiredRoles.has(each.toLowerCase())));
  }
}
