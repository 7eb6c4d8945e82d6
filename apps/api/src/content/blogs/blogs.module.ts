import { Module } from '@nestjs/common';
import { PublicSiteModule } from '../site/public-site.module.js';
import { BlogsController } from './blogs.controller.js';
import { BlogsService } from './blogs.service.js';

/** Blogs as programs read them. They are articles: see `content/articles`. */
@Module({ imports: [PublicSiteModule], controllers: [BlogsController], providers: [BlogsService] })
export class BlogsModule {}
