import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers what goes wrong in another shape than problem+json. */
export interface ErrorBody {
  respond(error: Error, request: FastifyRequest, reply: FastifyReply): void;
}

/** Which paths have an error shape of their own. Only decides the shape of an answer, never what anyone is allowed to do. */
@Injectable()
export class ErrorBodies {
  private readonly bodies: { readonly path: string; readonly body: ErrorBody }[] = [];

  /**
   * For features, in the constructor of a service.
   * @param path everything below it is answered so
   */
  add(path: string, body: ErrorBody): void {
    this.bodies.push({ path: `${path}/`, body });
  }

  find({ url }: FastifyRequest): ErrorBody | undefined {
    return this.bodies.find(({ path }) => url.toLowerCase().startsWith(path))?.body;
  }
}
