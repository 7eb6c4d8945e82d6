import type { AiDialectName } from '@sitedesk/contract/ai';
import { ANTHROPIC } from './anthropic.js';
import type { Dialect } from './dialect.js';
import { AZURE_OPENAI, OPENAI_CHAT } from './openai-chat.js';
import { OPENAI_RESPONSES } from './openai-responses.js';

export const DIALECTS: Readonly<Record<AiDialectName, Dialect>> = {
  'openai-chat': OPENAI_CHAT,
  'openai-responses': OPENAI_RESPONSES,
  'azure-openai': AZURE_OPENAI,
  anthropic: ANTHROPIC,
};
