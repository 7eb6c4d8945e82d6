import { createParamDecorator, type ExecutionContext, NotFoundException, type Type } from '@nestjs/common';
import { isId } from '@sitedesk/contract/dto';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { readJsonObject, requireJsonType } from './json-body.js';
import { type FieldError, ValidationProblem } from './problem.js';

const BODY_BYTES = 65_536;

/**
 * The body of a request as an instance of `dto`, read and validated once every guard has agreed. Members that the class
 * does not have are refused by name, so that nobody sets what is not his to set (Z-06).
 * @throws ValidationProblem, MalformedBodyException, PayloadTooLargeException, UnsupportedMediaTypeException
 */
export const JsonBody = createParamDecorator(async (dto: Type<object>, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  requireJsonType(request);
  return validated(dto, await readJsonObject(request, BODY_BYTES));
});

/** The query of a request as an instance of `dto`; a key it does not have, or a repeated one, is refused (Z-07). */
export const QueryInput = createParamDecorator((dto: Type<object>, context: ExecutionContext) =>
  validated(dto, { ...context.switchToHttp().getRequest<{ query: object }>().query }),
);

/** A path parameter that is an id. What cannot be one names nothing that exists: 404. */
export const IdParam = createParamDecorator((name: string, context: ExecutionContext): string => {
  const value = context.switchToHttp().getRequest<{ params: Readonly<Record<string, unknown>> }>().params[
    name
  ];
  if (!isId(value)) throw new NotFoundException();
  return value.toLowerCase();
});

/** @throws ValidationProblem naming every field that breaks a rule */
export function validated<Dto extends object>(dto: Type<Dto>, input: object): Dto {
  const instance = plainToInstance(dto, input, { enableImplicitConversion: false });
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (errors.length > 0) throw new ValidationProblem(errors.flatMap((error) => fieldErrors(error, '')));
  return instance;
}

function fieldErrors(error: ValidationError, path: string): readonly FieldError[] {
  const field = path + error.property;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    message: rule === 'whitelistValidation' ? `${field} is not known here` : message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${field}.`))];
}
