import { Inject, Injectable } from '@nestjs/common';
import {
  CONTACT_FORM_LIMITS,
  type ContactFormLimit,
  type ContactFormOverview,
  type ContactFormPage,
} from '@sitedesk/contract/contact-form';
import { worded } from '@sitedesk/contract/messages';
import { randomBytes } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { readCaptchaSettings, readStoredCaptcha } from '../captcha/captcha-settings.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { attempt, type SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { bodyLimits, readContactSettings, readRecipient } from '../settings/contact-settings.js';
import { SiteContactScriptService } from '../contact/site-contact-script.service.js';
import { ContactFormPageRow } from '../contact/contact-form-page.entity.js';
import { previewPage, previewPolicy } from './form-preview.js';
import { contentSecurityPolicy, formSnippet, SCRIPT_PATH } from './form-snippet.js';

/** A page, and the headers without which it does not work. */
interface PreviewAnswer {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** What someone needs to know who puts the form on a page. */
@Injectable()
export class ContactFormService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    private readonly script: SiteContactScriptService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async overview(tenantId: string): Promise<ContactFormOverview> {
    const values = await this.settings.values(tenantId);
    const contact = attempt(() => values.read(readContactSettings));
    const captcha = attempt(() => values.read(readCaptchaSettings));
    const stored = readStoredCaptcha(values);
    const hostnames = (await this.tenants.find(tenantId))?.hostnames ?? [];
    const max = contact instanceof Error ? undefined : contact.maxMessageLength;
    const [host] = hostnames;
    return {
      hostnames,
      scriptPath: SCRIPT_PATH,
      scriptUrl: host === undefined ? null : `https://${host}${SCRIPT_PATH}`,
      snippets: { en: formSnippet(max ?? 0, 'en'), de: formSnippet(max ?? 0, 'de') },
      contentSecurityPolicy: contentSecurityPolicy(
        stored?.requireCaptcha === true && stored.provider ? stored.scriptUrl : undefined,
      ),
      captcha: { required: stored?.requireCaptcha === true, provider: stored?.provider ?? null },
      recipient: recipientOf(values),
      limits: contact instanceof Error ? [] : this.limits(values, contact),
      pages: await this.pages(tenantId),
      ...worded('problem', [contact, captcha].find((each) => each instanceof Error)?.fault),
    };
  }

  /** @throws SettingInvalidError, like the script itself */
  async preview(tenantId: string, dark: boolean): Promise<PreviewAnswer> {
    const values = await this.settings.values(tenantId);
    const { maxMessageLength } = values.read(readContactSettings);
    const { requireCaptcha, scriptUrl } = values.read(readCaptchaSettings);
    const origin = requireCaptcha && URL.canParse(scriptUrl) ? new URL(scriptUrl).origin : undefined;
    const nonce = randomBytes(16).toString('base64');
    const script = String(await this.script.generate(tenantId));
    return {
      html: previewPage({ script, maxMessageLength, nonce, dark }),
      contentSecurityPolicy: previewPolicy(nonce, origin),
    };
  }

  private async pages(tenantId: string): Promise<readonly ContactFormPage[]> {
    const rows = await this.manager.find(ContactFormPageRow, {
      where: { tenantId },
      order: { lastSeenAt: 'DESC', page: 'ASC' },
      take: CONTACT_FORM_LIMITS.pages,
    });
    return rows.map(({ page, ownHost, firstSeenAt, lastSeenAt, loads }) => ({
      page,
      ownHost,
      loads: Number(loads),
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
  }

  private limits(
    values: SettingValues,
    contact: ReturnType<typeof readContactSettings>,
  ): readonly ContactFormLimit[] {
    const policy = this.runtime.env.ratePolicies['contact-form'];
    const variable = this.runtime.env.configuredRatePolicies.get('contact-form') ?? null;
    return [
      limit('maxMessageLength', contact.maxMessageLength, values, 'MaxMessageLength'),
      {
        key: 'submissions',
        value: policy.permits,
        windowSeconds: policy.windowSeconds,
        variable,
        source: variable === null ? 'default' : 'environment',
      },
      limit('tokenHours', contact.tokenHours, values, 'TokenHours'),
      {
        key: 'bodyBytes',
        value: bodyLimits(contact).maxBytes,
        windowSeconds: null,
        source: 'default',
        variable: null,
      },
    ];
  }
}

function limit(
  key: ContactFormLimit['key'],
  value: number,
  values: SettingValues,
  name: string,
): ContactFormLimit {
  const found = values.find('ContactApi', name);
  const { source = 'default', variable = null } = found ?? {};
  return { key, value, windowSeconds: null, source, variable };
}

function recipientOf(values: SettingValues): ContactFormOverview['recipient'] {
  const address = attempt(() => readRecipient(values).address ?? null);
  if (address instanceof Error) return { address: null, isFallback: false };
  return { address, isFallback: address !== null && values.text('ContactApi', 'AdminEmail') === undefined };
}
