import { Inject, Injectable } from '@nestjs/common';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import type { VisitorLanguage } from '@sitedesk/contract/visitor-texts';
import { scriptTemplate, type ScriptTemplate } from '@sitedesk/site-contact';
import { AntiforgeryService } from '../antiforgery/antiforgery.service.js';
import { readCaptchaSettings } from '../captcha/captcha-settings.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readContactSettings } from '../settings/contact-settings.js';
import { FormUsageService } from './form-usage.service.js';

export const SCRIPT_TYPE = 'application/javascript; charset=utf-8';

/** Makes the visitor's script (specification 4.1); only token and time differ from one answer to the next. */
@Injectable()
export class SiteContactScriptService {
  constructor(
    private readonly settings: SettingsService,
    private readonly antiforgery: AntiforgeryService,
    private readonly sightings: FormUsageService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The script for a page that loads it.
   * @param referer the page, as its browser names it
   * @throws like {@link generate}
   */
  serve(tenantId: string, referer: string | undefined, language: VisitorLanguage): Buffer | Promise<Buffer> {
    this.sightings.see(tenantId, referer);
    return this.generate(tenantId, language);
  }

  /** The English one without waiting; undefined when that needs the database. */
  serveKnown(tenantId: string, referer: string | undefined): Buffer | undefined {
    const known = this.settings.known(tenantId);
    if (!known) return undefined;
    this.sightings.see(tenantId, referer);
    return this.render(tenantId, known, 'en');
  }

  /** @throws SettingInvalidError: without its settings there is no script */
  generate(tenantId: string, language: VisitorLanguage = 'en'): Buffer | Promise<Buffer> {
    const known = this.settings.known(tenantId);
    if (known) return this.render(tenantId, known, language);
    return this.settings.values(tenantId).then((values) => this.render(tenantId, values, language));
  }

  private render(tenantId: string, values: SettingValues, language: VisitorLanguage): Buffer {
    const template = values.read(TEMPLATES[language]);
    return template.render(this.antiforgery.issue(tenantId), new Date(this.clock.now()));
  }
}

/** Kept with the settings they were made of, so they are made again when these change. */
const TEMPLATES: Readonly<Record<VisitorLanguage, (values: SettingValues) => ScriptTemplate>> = {
  en: (values) => templateOf(values, 'en', `${CONTACT_API_PATH}/submit`),
  de: (values) => templateOf(values, 'de', `${CONTACT_API_PATH}/submit?lang=de`),
};

function templateOf(
  values: SettingValues,
  language: VisitorLanguage,
  submitEndpoint: string,
): ScriptTemplate {
  const { maxMessageLength } = values.read(readContactSettings);
  const captcha = values.read(readCaptchaSettings);
  const provider = captcha.requireCaptcha ? captcha.provider : null;
  const config = {
    requireCaptcha: captcha.requireCaptcha,
    captchaProvider: provider,
    captchaSiteKey: provider ? captcha.siteKey : '',
    ...(provider ? { captchaScriptUrl: captcha.scriptUrl } : {}),
    submitEndpoint,
    maxMessageLength,
    fieldNames: { name: 'name', email: 'email', message: 'message' },
  };
  return scriptTemplate(config, language);
}
