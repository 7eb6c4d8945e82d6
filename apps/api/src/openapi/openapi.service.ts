import { type INestApplication, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { EDITOR_PATH } from '@sitedesk/contract';
import { controllerMethods } from '../common/controllers.js';
import { CONTACT_OPERATIONS, CONTACT_SCHEMAS, DESCRIPTION } from './contact-openapi.js';
import { editorOperation, EDITOR_SCHEMAS, SECURITY_SCHEMES } from './editor-openapi.js';

/** Makes the OpenAPI document when it is first asked for: its library would cost a fifth of the start. */
@Injectable()
export class OpenApiService {
  private app: INestApplication | undefined;
  private made: Promise<OpenAPIObject> | undefined;

  /** The application whose routes are described; called once it is put together. */
  describes(app: INestApplication): void {
    this.app = app;
  }

  document(): Promise<OpenAPIObject> {
    this.made ??= this.make();
    return this.made;
  }

  /** Paths and methods come from the routes themselves; what they take and answer from the contract's classes. */
  private async make(): Promise<OpenAPIObject> {
    if (!this.app) throw new Error('The application is not put together yet.');
    const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
    const config = new DocumentBuilder()
      .setOpenAPIVersion('3.1.0')
      .setTitle('Sitedesk')
      .setDescription(DESCRIPTION);
    const document = SwaggerModule.createDocument(this.app, config.setVersion('1').build());
    document.components = {
      ...document.components,
      schemas: { ...document.components?.schemas, ...CONTACT_SCHEMAS, ...EDITOR_SCHEMAS },
      securitySchemes: SECURITY_SCHEMES,
    };
    const handlers = new Map(
      controllerMethods(this.app.get(ModulesContainer)).map((each) => [
        `${each.controller.name}_${each.name}`,
        each,
      ]),
    );
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const verb = method.toUpperCase();
        const handler = handlers.get(operationIdOf(operation));
        if (handler && path.startsWith(EDITOR_PATH))
          Object.assign(operation, editorOperation(handler, path, verb));
        Object.assign(operation, CONTACT_OPERATIONS[`${verb} ${path}`]);
      }
    }
    return document;
  }
}

/** `Controller_method`, as the library names an operation; one of several paths of a handler has its number behind it. */
function operationIdOf(operation: unknown): string {
  const named = typeof operation === 'object' && operation !== null && 'operationId' in operation;
  return named ? String(operation.operationId).replace(/\[\d+\]$/, '') : '';
}
