import { ApiToken } from './api-token.entity.js';
import { UserApiTokensController, OwnApiTokensController } from './api-tokens.controller.js';
import { ApiTokensService } from './api-tokens.service.js';
import { Feature, Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { TokenAttentionService } from './token-attention.service.js';

/** Tokens with which programs call the API. */
@Feature({
  controllers: [OwnApiTokensController, UserApiTokensController],
  providers: [TokenAttentionService, ApiTokensService],
})
@Registers(ENTITIES, ApiToken)
export class ApiTokensModule {}
