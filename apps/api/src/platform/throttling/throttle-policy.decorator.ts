import { Reflector } from '@nestjs/core';
import type { RatePolicyName } from '@sitedesk/contract/rate-policies';

/**
 * Names the one rate policy of a route, or of all routes of a controller. Without it a route is not limited.
 *
 * @example
 * ```ts
 * @Post('submit')
 * @ThrottlePolicy('contact-form')
 * submit() {}
 * ```
 */
export const ThrottlePolicy = Reflector.createDecorator<RatePolicyName>();
