import { IsOptional } from 'class-validator';
import { IsLine, IsMailbox, IsTypedSecret } from './rules.js';

const CONNECTION_OCTETS = 4096;

/** `POST /editor/email/detect`. */
export class DetectEmailDto {
  @IsTypedSecret(CONNECTION_OCTETS)
  readonly connectionString: string;
}

/** `POST /editor/email/test`: the values as typed; what is left out is taken from the settings that count now. */
export class TestEmailDto {
  @IsOptional()
  @IsTypedSecret(CONNECTION_OCTETS)
  readonly connectionString?: string | null;

  @IsOptional()
  @IsMailbox()
  readonly senderEmail?: string | null;

  @IsOptional()
  @IsLine({ min: 1, max: 100 })
  readonly senderName?: string | null;

  /** Who gets the test email: the person who asks, also when left out, or who gets the notifications. */
  @IsOptional()
  @IsMailbox()
  readonly recipient?: string | null;
}
