import { AuthorProfileRow } from './author-profile.entity.js';
import { AuthorsController } from './authors.controller.js';
import { AuthorsService } from './authors.service.js';
import { Feature, Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';

/** What readers see of authors. */
@Feature({
  controllers: [AuthorsController],
  providers: [AuthorsService],
})
@Registers(ENTITIES, AuthorProfileRow)
export class AuthorsModule {}
