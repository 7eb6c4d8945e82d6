import { MailerModule, MailerService } from '@nestjs-modules/mailer';
import { Module } from '@nestjs/common';
import { noneTransport } from './transports/none.transport.js';

export { MailerService };

/**
 * The mailer, which is loaded with the first mail: it and nodemailer cost a tenth of the time to start.
 * Its own transport delivers nothing; every tenant's is added under a name of its own.
 */
@Module({ imports: [MailerModule.forRoot({ transport: noneTransport() })] })
export class LazyMailerModule {}
