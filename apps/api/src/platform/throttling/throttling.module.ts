import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerStorage } from '@nestjs/throttler';
import type { RatePolicies } from '@sitedesk/contract/rate-policies';
import { MemoryThrottlerStorage } from './memory-throttler.storage.js';
import { PolicyThrottlerGuard, type PolicyThrottlerOptions } from './policy-throttler.guard.js';

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

/** Rate limits for the whole application: {@link PolicyThrottlerGuard} can be used on any controller or globally. */
@Module({})
export class ThrottlingModule {
  static forRootAsync({ imports = [], inject = [], useFactory }: ThrottlingAsyncOptions): DynamicModule {
    return {
      module: ThrottlingModule,
      global: true,
      imports: [
        ThrottlerModule.forRootAsync({
          imports,
          inject,
          useFactory: async (...injected: unknown[]) => throttlerOptions(await useFactory(...injected)),
        }),
      ],
      providers: [PolicyThrottlerGuard],
      exports: [PolicyThrottlerGuard],
    };
  }
}

/** The library's view of the policies, beside them: our guard reads the policies and evaluates one of them per route. */
function throttlerOptions({ policies, storage }: ThrottlingOptions): PolicyThrottlerOptions {
  return {
    throttlers: Object.entries(policies).map(([name, policy]) => ({
      name,
      limit: policy.permits,
      ttl: policy.windowSeconds * 1_000,
    })),
    storage: storage ?? new MemoryThrottlerStorage(),
    policies,
  };
}
