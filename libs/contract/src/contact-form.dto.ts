import { IsIn, IsOptional } from 'class-validator';
import { CONTACT_LIMITS } from './contact.js';
import { IsMailbox, IsText } from './rules.js';

const FIELD = { min: 0, max: 200 } as const;

/** `POST /editor/contact-form/test`: what is left out says that it is a test; what is written goes through the form's own rules. */
export class TestContactFormDto {
  @IsOptional()
  @IsText(FIELD)
  readonly name?: string | null;

  @IsOptional()
  @IsMailbox()
  readonly email?: string | null;

  @IsOptional()
  @IsText({ min: 0, max: CONTACT_LIMITS.message.max })
  readonly message?: string | null;
}

/** Query of `GET /editor/contact-form/preview`. */
export class FormPreviewDto {
  @IsOptional()
  @IsIn(['light', 'dark'], { message: '$property must be light or dark' })
  readonly theme?: 'light' | 'dark';
}
