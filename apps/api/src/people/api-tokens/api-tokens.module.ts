import { Module } from '@nestjs/common';
import { ApiToken } from './api-token.entity.js';
import { UserApiTokensController, OwnApiTokensController } from './api-tokens.controller.js';
import { ApiTokensService } from './api-tokens.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { TokenAttentionService } from './token-attention.service.js';

/** Tokens with which programs call the API. */
@Module({
  controllers: [OwnApiTokensController, UserApiTokensController],
  providers: [TokenAttentionService, ApiTokensService],
  exports: [ApiTokensService],
})
@Registers(ENTITIES, ApiToken)
export class ApiTokensModule {}
