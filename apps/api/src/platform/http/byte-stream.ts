import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BodyAbortedException, BodyTooLargeException } from './json-body.js';

/**
 * The body of an upload as it arrives, for `pipeline(body, ...)`: nothing is buffered, and anyone who reads slowly slows the
 * client down. Reading fails when there is more than `maxBytes` (413) and when the client goes away, so that what was
 * written so far can be removed. A request has 30 seconds: what is larger comes in parts.
 */
export const ByteStream = createParamDecorator(
  ({ maxBytes }: { readonly maxBytes: number }, context: ExecutionContext): AsyncIterable<Buffer> => {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    if (Number(raw.headers['content-length']) > maxBytes) throw new BodyTooLargeException();
    // Not destroyed on leaving: the answer still has to be sent on the same socket.
    return limited(raw.iterator({ destroyOnReturn: false }), maxBytes);
  },
);

async function* limited(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw new BodyTooLargeException();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof BodyTooLargeException ? error : new BodyAbortedException();
  }
}
