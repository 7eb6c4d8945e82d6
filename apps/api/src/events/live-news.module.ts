import { Global, Module } from '@nestjs/common';
import { LiveNews } from './live-news.service.js';

/** Where whatever happens is told. Apart from the streams, so that those who tell need not know who listens. */
@Global()
@Module({ providers: [LiveNews], exports: [LiveNews] })
export class LiveNewsModule {}
