import type { Type } from '@nestjs/common';
import type { ClientBase } from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  type EntitySubscriberInterface,
  type MigrationInterface,
} from 'typeorm';
import { extensionPoint, type Features } from '../core/features.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** The entities of a feature. */
export const ENTITIES = extensionPoint<Type<object>>('entities');
/** What changes a feature's tables from version to version; in the order of the time stamps of all features. */
export const MIGRATIONS = extensionPoint<Type<MigrationInterface>>('migrations');
export const SUBSCRIBERS = extensionPoint<Type<EntitySubscriberInterface>>('subscribers');

/** For a database that starts, or is very busy, beside commands and migrations. */
const PATIENT_WAIT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Someone who locks a table is no reason to keep visitors waiting, nor to hold every connection of the pool. */
const LOCK_TIMEOUT_MS = 1_000;
/**
 * A search for a word that every message has must remember each of them; with the usual 4 MB it remembers only their pages,
 * and looks through every message on them again.
 */
const WORK_MEMORY = '32MB';
/** Of every connection. A pooler such as pgBouncer, as it is installed, refuses them among what opens the connection. */
const SESSION = `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET lock_timeout = ${LOCK_TIMEOUT_MS}; SET work_mem = '${WORK_MEMORY}'`;

/** Options of the one connection pool of a process. */
export function dataSourceOptions(
  url: string,
  poolSize: number,
  features: Features,
  waitMs = PATIENT_WAIT_MS,
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [...features.of(ENTITIES)],
    migrations: [...features.of(MIGRATIONS)],
    subscribers: [...features.of(SUBSCRIBERS)],
    migrationsTableName: 'migration',
    namingStrategy: new SnakeCaseNaming(),
    installExtensions: false,
    synchronize: false,
    logging: false,
    poolSize,
    applicationName: 'sitedesk',
    connectTimeoutMS: waitMs,
    extra: { keepAlive: true, onConnect: (client: ClientBase) => client.query(SESSION) },
  };
}

/**
 * A data source of its own, for starting, the command line and tests; it waits as long as a migration takes.
 * @param entities those it is used for; migrations need none, and each takes time to prepare
 */
export function createDataSource(
  url: string,
  features: Features,
  entities: readonly Type<object>[] = features.of(ENTITIES),
): DataSource {
  return new DataSource({
    ...dataSourceOptions(url, 2, features),
    entities: [...entities],
    extra: { keepAlive: true },
  });
}
