import { DOCS_IMPORT_LIMITS as LIMITS, DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';

/** Component schemas of documents that programs send one by one. */
export const SCHEMAS = {
  DocAssetForm: {
    type: 'object',
    required: [],
    properties: {
      relativePath: {
        type: 'string',
        description: 'What documents call the file; its own name when left out.',
      },
      source: { type: 'string', description: 'Name of the import that it belongs to; Docs when left out.' },
      sha256: {
        type: 'string',
        description: 'Instead of the file: asks whether this content is there, which is a 404 otherwise.',
      },
      file: { type: 'string', format: 'binary', description: `Up to ${LIMITS.asset} bytes.` },
    },
  },
};

const refusal = (name: string): object => ({ $ref: `#/components/responses/${name}` });

/** What a program sends and is answered, laid over what the routes themselves tell. */
export const OPERATIONS: Readonly<Record<string, object>> = {
  [`POST ${DOCS_IMPORT_PATH}/assets`]: {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/DocAssetForm' } } },
    },
    responses: {
      201: {
        description: 'Stored, or there already',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['url', 'path'],
              properties: { url: { type: 'string' }, path: { type: 'string' } },
            },
          },
        },
      },
      400: refusal('Invalid'),
      401: refusal('SignInRequired'),
      403: refusal('Forbidden'),
      404: refusal('NotFound'),
      413: refusal('TooLarge'),
      415: refusal('Refused'),
      429: refusal('TooManyRequests'),
      '4XX': refusal('Refused'),
      '5XX': refusal('Failed'),
    },
  },
};
