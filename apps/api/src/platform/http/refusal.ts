import { HttpException, type HttpExceptionOptions } from '@nestjs/common';

/**
 * An answer that is expected and not a fault, such as "over the limit". It takes no stack trace: collecting one costs more
 * than everything else that a refused request does, and a flood is made of refused requests.
 */
export class Refusal extends HttpException {
  constructor(message: string, status: number, options?: HttpExceptionOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, status, options);
    Error.stackTraceLimit = limit;
  }
}
