import { type INestApplication, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { extensionPoint } from '../core/features.js';
import { controllerMethods } from '../http/controllers.js';
import { editorOperation, EDITOR_SCHEMAS, SECURITY_SCHEMES } from './editor-openapi.js';

/** What a feature says about its routes beyond what their decorators and request classes do. */
interface OpenApiPart {
  readonly SCHEMAS: Readonly<Record<string, object>>;
  /** By method and path, such as `POST /health/ready`. */
  readonly OPERATIONS: Readonly<Record<string, object>>;
}

/** Loaded with the document. */
export const OPENAPI_PARTS = extensionPoint<() => Promise<OpenApiPart>>('OpenAPI parts');

const DESCRIPTION = 'The public services, the health probes and the editor API.';

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
    const { features } = this.app.get<Runtime>(RUNTIME);
    const parts = await Promise.all(features.of(OPENAPI_PARTS).map((load) => load()));
    const schemas = Object.assign({}, ...parts.map(({ SCHEMAS }) => SCHEMAS));
    const operations = Object.assign({}, ...parts.map(({ OPERATIONS }) => OPERATIONS));
    const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
    const config = new DocumentBuilder()
      .setOpenAPIVersion('3.1.0')
      .setTitle('Sitedesk')
      .setDescription(DESCRIPTION);
    const document = SwaggerModule.createDocument(this.app, config.setVersion('1').build());
    document.components = {
      ...document.components,
      schemas: { ...document.components?.schemas, ...schemas, ...EDITOR_SCHEMAS },
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
        Object.assign(operation, operations[`${verb} ${path}`]);
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
