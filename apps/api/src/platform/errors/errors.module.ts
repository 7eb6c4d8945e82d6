import { Feature } from '../core/features.js';
import { ErrorBodies } from './error-bodies.js';

/** What the answer is when something goes wrong. */
@Feature({ providers: [ErrorBodies] })
export class ErrorsModule {}
