import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Registers } from '../core/features.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { DatabaseChanges } from './database-changes.js';
import { DatabaseClockKeeper } from './database-clock-keeper.js';
import { dataSourceOptions, MIGRATIONS } from './data-source.js';
import { MIGRATION_HISTORY } from './migrations/history.js';
import { Sql } from './sql.js';
import { withPatience } from './wait-for-database.js';

/** The connection pool, the prepared statements of the hot paths, and notifications from other instances. */
@Global()
@Registers(MIGRATIONS, ...MIGRATION_HISTORY)
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [RUNTIME],
      useFactory: ({ databaseUrl, env, features }: Runtime) => ({
        ...dataSourceOptions(databaseUrl, env.databasePoolSize, features, env.databaseWaitMs),
        retryAttempts: 0,
      }),
      // The data source was opened by the start-up code, which had to migrate it first.
      dataSourceFactory: async (options) => {
        if (!options) throw new Error('No options');
        return withPatience(() => new DataSource(options).initialize());
      },
    }),
  ],
  providers: [Sql, DatabaseChanges, DatabaseClockKeeper],
  exports: [Sql, DatabaseChanges],
})
export class DatabaseModule {}
