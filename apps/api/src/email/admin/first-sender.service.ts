import { Injectable } from '@nestjs/common';
import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import { ValidationProblem } from '../../platform/http/problem.js';
import { fieldOf } from '../../platform/settings/setting-draft.js';
import {
  type CheckedSave,
  SettingEditorService,
  type SettingRule,
} from '../../platform/settings/setting-editor.service.js';
import { attempt, type SettingValues } from '../../platform/settings/setting-values.js';
import { DEMONSTRATION_SENDER } from '../providers/email-setting-definitions.js';

/**
 * Asks for a sender with the first real provider: the demonstration's goes with the demonstration, and without one every
 * visitor's message would be refused.
 */
@Injectable()
export class FirstSenderService implements SettingRule {
  constructor(editor: SettingEditorService) {
    editor.addRule(this);
  }

  /** @throws ValidationProblem at the sender */
  check({ before, after }: CheckedSave): void {
    if (!hasDemonstrationProvider(before) || hasDemonstrationProvider(after)) return;
    const sender = after.text('EMAIL', 'SenderEmail');
    if (sender === undefined || sender === DEMONSTRATION_SENDER)
      throw ValidationProblem.at(fieldOf('SenderEmail'), EMAIL_TEXTS.demonstrationSender);
  }
}

function hasDemonstrationProvider(values: SettingValues): boolean {
  const connection = attempt(() => values.find('EMAIL', 'ConnectionString'));
  return !(connection instanceof Error) && connection?.source === 'demonstration';
}
