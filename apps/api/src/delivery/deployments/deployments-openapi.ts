import {
  DEPLOY_ZIP_PATH,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENTS_PATH,
} from '@sitedesk/contract/deployments';

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

const problem = (description: string): object => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Of routes that take a key in `Authorization`. */
const WITH_KEY = {
  401: problem('The key is wrong or has expired'),
  403: problem('The request comes from a page of another site'),
  404: problem('No such deployment of the key’s application, or not a hostname of a site'),
  429: problem('Over the rate limit'),
  '5XX': problem('Temporarily unavailable, or an unexpected error; try again'),
};

const progress = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/DeploymentProgress' } } },
});

const received = (description: string): object => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['sha256', 'isNew'],
        properties: { sha256: { type: 'string' }, isNew: { type: 'boolean' } },
      },
    },
  },
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
  [`POST ${DEPLOYMENTS_PATH}`]: {
    responses: {
      201: progress('Begun, or continued'),
      400: problem('The list of files is refused'),
      409: problem('The Idempotency-Key was used for another list'),
      413: problem('The body is too large'),
      415: problem('The body is no JSON'),
      ...WITH_KEY,
    },
  },
  [`POST ${DEPLOYMENTS_PATH}/token`]: {
    responses: {
      200: {
        description: 'A token for 15 minutes',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/DeployToken' } } },
      },
      400: problem('The body is refused'),
      401: problem('The token isn’t accepted; the log of the server says why'),
      403: problem('The request comes from a page of another site'),
      404: problem('Not a hostname of a site'),
      413: problem('The body is too large'),
      415: problem('The body is no JSON'),
      429: problem('Over the rate limit'),
      '5XX': problem('Temporarily unavailable, or an unexpected error; try again'),
    },
  },
  [`GET ${DEPLOYMENTS_PATH}/{deployment}`]: { responses: { 200: progress('How far it is'), ...WITH_KEY } },
  [`PUT ${DEPLOYMENTS_PATH}/{deployment}/blobs/{hash}`]: {
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: {
      200: received('It was there already'),
      201: received('Stored'),
      400: problem('The body ended early'),
      409: problem('The deployment is over'),
      413: problem('The site has no room for it'),
      422: problem('The bytes aren’t those of the hash; nothing of them is stored'),
      ...WITH_KEY,
    },
  },
  [`POST ${DEPLOYMENTS_PATH}/{deployment}/finish`]: {
    responses: {
      200: progress('Finished, now or before'),
      400: problem('Its rules are refused'),
      409: problem('Files are missing, a newer deployment is live, or it is over'),
      413: problem('The site has no room for the files'),
      ...WITH_KEY,
    },
  },
  [`DELETE ${DEPLOYMENTS_PATH}/{deployment}`]: {
    responses: { 204: { description: 'Ended' }, 409: problem('It is finished'), ...WITH_KEY },
  },
};
