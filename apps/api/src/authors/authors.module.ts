import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/identity.module.js';
import { AuthorProfileRow } from './author-profile.entity.js';
import { AuthorsController } from './authors.controller.js';
import { AuthorsService } from './authors.service.js';

/** What readers are told of authors. */
@Module({
  imports: [IdentityModule, TypeOrmModule.forFeature([AuthorProfileRow])],
  controllers: [AuthorsController],
  providers: [AuthorsService],
})
export class AuthorsModule {}
