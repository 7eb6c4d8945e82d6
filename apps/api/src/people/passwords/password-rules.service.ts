import { Injectable } from '@nestjs/common';
import { ValidationProblem } from '../../platform/http/problem.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { checkPassword } from './password-policy.js';

/** The rules for a new password at a tenant. */
@Injectable()
export class PasswordRulesService {
  constructor(private readonly tenants: TenantsService) {}

  /**
   * @param secondFactor whether the account has a second factor; then a shorter password is enough
   * @throws ValidationProblem naming what is wrong with the password
   */
  async require(
    tenantId: string,
    password: string,
    email: string,
    { secondFactor = false, field = 'password' } = {},
  ): Promise<void> {
    const tenant = await this.tenants.find(tenantId);
    const problem = await checkPassword(password, {
      secondFactor,
      email,
      hostnames: tenant?.hostnames ?? [],
      productName: 'Sitedesk',
      siteName: tenant?.name,
    });
    if (problem) throw ValidationProblem.at(field, problem);
  }
}
