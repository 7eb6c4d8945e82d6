import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler';
import type { RatePolicies } from '@sitedesk/contract/rate-policies';
import { MemoryThrottlerStorage } from './memory-throttler.storage.js';
import { PolicyThrottlerGuard, RATE_POLICIES } from './policy-throttler.guard.js';

/** What the application decides about rate limits. */
interface ThrottlingOptions {
  readonly policies: RatePolicies;
  /** Counters of this process alone when left out. */
  readonly storage?: ThrottlerStorage;
}

interface ThrottlingAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory: FactoryProvider<ThrottlingOptions>['useFactory'];
}

const THROTTLING_OPTIONS = Symbol('ThrottlingOptions');

/** Holds the options, so that the library's module and ours are made from the same ones. */
@Module({})
class ThrottlingOptionsModule {}

/** Rate limits for the whole application: {@link PolicyThrottlerGuard} can be used on any controller or globally. */
@Module({})
export class ThrottlingModule {
  static forRootAsync(options: ThrottlingAsyncOptions): DynamicModule {
    const optionsModule: DynamicModule = {
      module: ThrottlingOptionsModule,
      imports: options.imports ?? [],
      providers: [
        { provide: THROTTLING_OPTIONS, inject: options.inject ?? [], useFactory: options.useFactory },
      ],
      exports: [THROTTLING_OPTIONS],
    };
    return {
      module: ThrottlingModule,
      global: true,
      imports: [
        optionsModule,
        ThrottlerModule.forRootAsync({
          imports: [optionsModule],
          inject: [THROTTLING_OPTIONS],
          useFactory: throttlerOptions,
        }),
      ],
      providers: [
        PolicyThrottlerGuard,
        {
          provide: RATE_POLICIES,
          inject: [THROTTLING_OPTIONS],
          useFactory: ({ policies }: ThrottlingOptions) => policies,
        },
      ],
      exports: [PolicyThrottlerGuard, RATE_POLICIES],
    };
  }
}

/** The library's view of the policies; our guard reads {@link RATE_POLICIES} and evaluates one of them per route. */
function throttlerOptions({ policies, storage }: ThrottlingOptions): ThrottlerModuleOptions {
  return {
    throttlers: Object.entries(policies).map(([name, policy]) => ({
      name,
      limit: policy.permits,
      ttl: policy.windowSeconds * 1_000,
    })),
    storage: storage ?? new MemoryThrottlerStorage(),
  };
}
