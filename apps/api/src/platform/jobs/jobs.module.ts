import { Global, Module } from '@nestjs/common';
import { Registers } from '../core/features.js';
import { ENTITIES, MIGRATIONS } from '../database/data-source.js';
import { JobHold } from './job-hold.entity.js';
import { JobSuccess } from './job-success.entity.js';
import { JobStore } from './job-store.js';
import { JobRow } from './job.entity.js';
import { AddFailureCodes1790260000000 } from './migrations/1790260000000-add-failure-codes.js';
import { CreateJob1790250000300 } from './migrations/1790250000300-create-job.js';
import { CreateJobSuccess1790310000000 } from './migrations/1790310000000-create-job-success.js';
import { JobsService } from './jobs.service.js';

/** Work that is stored and done later. Features register their kinds. */
@Global()
@Module({
  providers: [JobsService, JobStore],
  exports: [JobsService, JobStore],
})
@Registers(ENTITIES, JobRow, JobHold, JobSuccess)
@Registers(MIGRATIONS, CreateJob1790250000300, AddFailureCodes1790260000000, CreateJobSuccess1790310000000)
export class JobsModule {}
