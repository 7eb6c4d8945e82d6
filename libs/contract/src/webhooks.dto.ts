import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
} from 'class-validator';
import { IsLine, IsOneOf, IsWebAddress, PageDto } from './rules.js';
import {
  WEBHOOK_BODIES,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  WEBHOOK_LIMITS as LIMITS,
  type WebhookBody,
  type WebhookDeliveryState,
  type WebhookEvent,
  type WebhookKind,
} from './webhooks.js';

/** What a target has whether it is new or changed. */
class WebhookFields {
  @IsLine(LIMITS.name)
  readonly name: string;

  /** What is sent there. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(WEBHOOK_EVENTS.length)
  @ArrayUnique()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  readonly events: readonly WebhookEvent[];

  /** `full` sends personal data: a visitor’s name, email address and message. */
  @IsOneOf(WEBHOOK_BODIES)
  readonly body: WebhookBody;

  @IsBoolean()
  readonly enabled: boolean;
}

/** Body of `POST /editor/webhooks`. */
export class CreateWebhookDto extends WebhookFields {
  @IsOneOf(WEBHOOK_KINDS)
  readonly kind: WebhookKind;

  /** With everything that makes it secret. It is stored encrypted. */
  @IsWebAddress({ max: LIMITS.url })
  readonly url: string;
}

/** Body of `PUT /editor/webhooks/:id`. */
export class ChangeWebhookDto extends WebhookFields {
  /** Stays as it is when left out. */
  @IsOptional()
  @IsWebAddress({ max: LIMITS.url })
  readonly url?: string | null;
}

/** Query of `GET /editor/webhooks/:id/deliveries`. */
export class WebhookDeliveryListDto extends PageDto {
  @IsOptional()
  @IsOneOf(WEBHOOK_DELIVERY_STATES)
  readonly state?: WebhookDeliveryState;
}
