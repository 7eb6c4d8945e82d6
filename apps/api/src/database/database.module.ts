import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { Cursors } from './cursors.js';
import { DatabaseChanges } from './database-changes.js';
import { dataSourceOptions } from './data-source.js';
import { Sql } from './sql.js';

/** The connection pool, the prepared statements of the hot paths, and news from other instances. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [RUNTIME],
      useFactory: (runtime: Runtime) => ({
        ...dataSourceOptions(runtime.databaseUrl, runtime.env.databasePoolSize),
        retryAttempts: 0,
      }),
      // The data source was opened by the start-up code, which had to migrate it first.
      dataSourceFactory: async (options) =>
        options ? new DataSource(options).initialize() : Promise.reject(new Error('No options')),
    }),
  ],
  providers: [Sql, Cursors, DatabaseChanges],
  exports: [Sql, Cursors, DatabaseChanges],
})
export class DatabaseModule {}
