import { DEPLOY_ZIP_PATH, DEPLOYMENT_LIMITS as LIMITS } from '@sitedesk/contract/deployments';

/** Component schemas of deployments by programs. */
export const SCHEMAS = {
  DeployZip: {
    type: 'object',
    required: ['articleId', 'zipFile'],
    properties: {
      articleId: { type: 'string', description: 'Number or id of the application.' },
      password: {
        type: 'string',
        description: 'The key, unless it is in Authorization; stands before the file.',
      },
      message: {
        type: 'string',
        description: `Shown with the deployment, up to ${LIMITS.message.max} characters.`,
      },
      zipFile: {
        type: 'string',
        format: 'binary',
        description: `A zip archive of up to ${LIMITS.packed} bytes.`,
      },
    },
  },
  DeployZipRefusal: {
    type: 'object',
    required: ['success', 'error', 'code'],
    properties: {
      success: { const: false },
      error: { type: 'string' },
      code: { type: 'string', description: 'Which text that is; empty where the status says it.' },
    },
  },
};

const refusal = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/DeployZipRefusal' } } },
});

/** What a program sends and is answered, laid over what the routes themselves tell. */
export const OPERATIONS: Readonly<Record<string, object>> = {
  [`POST ${DEPLOY_ZIP_PATH}`]: {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/DeployZip' } } },
    },
    responses: {
      200: {
        description: 'Deployed as a whole',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/DeployZipResult' } } },
      },
      400: refusal('The form or the archive is refused, and nothing has changed'),
      401: refusal('The key is wrong or has expired, or there is no such application'),
      403: refusal('The request comes from a page of another site'),
      404: refusal('Not a hostname of a site'),
      409: refusal('Another upload of the application is under way, or a newer deployment is live'),
      413: refusal('The site has no room for the files'),
      429: refusal('Over the rate limit'),
      500: refusal('Unexpected error'),
      503: refusal('Temporarily unavailable; try again'),
      507: refusal('The disk is full'),
    },
  },
};
