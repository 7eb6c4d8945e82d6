import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsString } from 'class-validator';
import { DataSource } from 'typeorm';

/**
 * The least that any backend of this kind starts: an empty Nest application on Fastify, TypeORM with one connection, and
 * class-validator with one rule. The ratio to it says what our modules cost at start.
 */

class Input {
  @IsString()
  name = '';
}

@Module({ providers: [{ provide: 'input', useValue: new Input() }] })
class EmptyModule {}

const database = await new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_URL'] ?? '',
  poolSize: 1,
}).initialize();
const app = await NestFactory.create<NestFastifyApplication>(EmptyModule, new FastifyAdapter(), {
  logger: false,
});
await app.listen(0, '127.0.0.1');
process.send?.({ type: 'ready', url: await app.getUrl() });
const end = (): void => void database.destroy().finally(() => process.exit(0)); // nothing else is open
process.on('SIGTERM', end);
process.on('disconnect', end);
