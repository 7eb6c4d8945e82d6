import { defineMessages } from '../../app/i18n';
import { de } from './messages.de';
import { en } from './messages.en';

defineMessages('account', { en, de });
