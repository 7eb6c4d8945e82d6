import {
  BadRequestException,
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Post,
  UseGuards,
} from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type RateEnvironment, ratePolicies } from '@sitedesk/contract/rate-policies';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../platform/http/client-address.js';
import { ANONYMOUS, type RequestContext, setRequestContext } from '../platform/http/request-context.js';
import { parseTrustedProxies } from '../platform/http/trusted-proxies.js';
import { MemoryThrottlerStorage } from '../platform/throttling/memory-throttler.storage.js';
import { PolicyThrottlerGuard } from '../platform/throttling/policy-throttler.guard.js';
import { ThrottlePolicy } from '../platform/throttling/throttle-policy.decorator.js';
import { ThrottlingModule } from '../platform/throttling/throttling.module.js';

/** Headers by which a test says what a socket and a hostname would: every test client is on the loopback address. */
export const PEER = 'x-test-peer';
export const TENANT = 'x-test-tenant';
/** `bad` is refused by what stands for the anti-forgery check. */
export const TOKEN = 'x-test-token';

export interface ThrottlingTestApp {
  readonly url: string;
  close(): Promise<void>;
}

export interface ThrottlingTestOptions {
  readonly environment?: RateEnvironment;
  readonly now: () => number;
  /** Before it listens. */
  readonly prepare?: (app: NestFastifyApplication) => void;
}

const PROXIES = parseTrustedProxies('10.0.0.0/8');

/** What the tenant guard of the product would find out. */
export function scopeOf(request: FastifyRequest): RequestContext {
  const peer = String(request.headers[PEER] ?? request.raw.socket.remoteAddress);
  return {
    tenantId: String(request.headers[TENANT] ?? 'a'),
    hostname: 'localhost',
    requestId: request.id,
    userAgent: '',
    caller: undefined,
    actor: ANONYMOUS,
    clientAddress: clientAddress(peer, request.headers['x-forwarded-for'], PROXIES),
  };
}

@Injectable()
class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    setRequestContext(request, scopeOf(request));
    return true;
  }
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.headers[TOKEN] === 'bad') throw new BadRequestException();
    return true;
  }
}

@Controller()
@UseGuards(ScopeGuard, PolicyThrottlerGuard, TokenGuard)
class TestController {
  @Post('contact')
  @ThrottlePolicy('contact-form')
  contact(@Body() body: unknown): unknown {
    return body;
  }

  @Post('contact-too')
  @ThrottlePolicy('contact-form')
  contactToo(): string {
    return 'ok';
  }

  @Post('deploy')
  @ThrottlePolicy('deployment')
  deploy(): string {
    return 'ok';
  }

  @Get('free')
  free(): string {
    return 'ok';
  }
}

/** A small application on a real socket, with the guards in the product's order and a clock of the test's. */
export async function startThrottlingTestApp(options: ThrottlingTestOptions): Promise<ThrottlingTestApp> {
  const module = await Test.createTestingModule({
    imports: [
      ThrottlingModule.forRootAsync({
        useFactory: () => ({
          policies: ratePolicies(options.environment ?? 'production'),
          storage: new MemoryThrottlerStorage({ now: options.now }),
        }),
      }),
    ],
    controllers: [TestController],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  options.prepare?.(app);
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), close: () => app.close() };
}
