import { SetMetadata } from '@nestjs/common';

/**
 * Leaves a controller out of the OpenAPI document, as the library's own `@ApiExcludeController()` does. Importing that one
 * would load the whole library, five hundred modules, with every start.
 */
export const HiddenFromOpenApi = (): ClassDecorator => SetMetadata('swagger/apiExcludeController', [true]);
