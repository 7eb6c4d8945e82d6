import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthorProfileRow } from './author-profile.entity.js';
import { AuthorsController } from './authors.controller.js';
import { AuthorsService } from './authors.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';

/** What readers see of authors. */
@Module({
  imports: [AccountsModule],
  controllers: [AuthorsController],
  providers: [AuthorsService],
  exports: [AuthorsService],
})
@Registers(ENTITIES, AuthorProfileRow)
export class AuthorsModule {}
