import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import {
  DEPLOY_ZIP_PATH,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENT_MESSAGES as TEXTS,
  type DeployZipRefusal,
  type DeployZipResult,
} from '@sitedesk/contract/deployments';
import { normaliseLine } from '@sitedesk/contract/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { EntityManager } from 'typeorm';
import { BlobStore } from '../../content/files/blob-store.js';
import { ErrorBodies, type ErrorBody } from '../../platform/errors/error-bodies.js';
import { allowSlowBody } from '../../platform/http/body-pace.js';
import { ProblemException } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type DeployFields, receiveForm } from './deploy-form.js';
import { atMost } from '../../platform/core/at-most.js';
import { bearerOf } from '../../platform/http/bearer.js';
import { type Deployer, DeployKeysService, InvalidDeployKey } from './deploy-keys.service.js';
import { DeploymentContentsService } from './deployment-contents.service.js';
import { DeploymentPreviewsService } from './deployment-previews.service.js';
import { DeploymentRefused } from './deployment-refused.js';
import { type Begun, DeploymentsService, type Finished } from './deployments.service.js';
import { requireDisk, withDisk } from './disk-room.js';
import { openArchive } from './zip-archive.js';

/** Archives that one process unpacks at a time; further ones wait. */
const UNPACKED_AT_ONCE = 4;

/** The one upload that deploys an application: a form with a zip archive, as CI scripts send it. */
@Injectable()
export class DeployZipService implements ErrorBody {
  private readonly unpacking = atMost(UNPACKED_AT_ONCE);

  constructor(
    private readonly manager: EntityManager,
    private readonly keys: DeployKeysService,
    private readonly deployments: DeploymentsService,
    private readonly contents: DeploymentContentsService,
    private readonly previews: DeploymentPreviewsService,
    private readonly store: BlobStore,
    bodies: ErrorBodies,
  ) {
    bodies.add(dirname(DEPLOY_ZIP_PATH), this);
  }

  /** @throws DeploymentRefused */
  async deploy(context: RequestContext, request: IncomingMessage): Promise<DeployZipResult> {
    return withDisk(() => this.store.withWorkFile((path) => this.deployBy(context, request, path)));
  }

  private async deployBy(
    context: RequestContext,
    request: IncomingMessage,
    path: string,
  ): Promise<DeployZipResult> {
    const bearer = bearerOf(request.headers);
    // A key in the headers is looked at before anything of the body.
    if (bearer !== undefined) await this.keys.admit(context, bearer, undefined);
    let admitted: { readonly deployer: Deployer; readonly begun: Begun; release(): void } | undefined;
    const admit = async (fields: DeployFields): Promise<void> => {
      const deployer = await this.admit(context, bearer, fields);
      await requireDisk(path, Number(request.headers['content-length'] ?? 0));
      const begun = await this.deployments.begin(context, deployer, notesOf(request.headers, fields));
      admitted = { deployer, begun, release: this.deployments.hold(context, begun) };
      allowSlowBody(request);
    };
    try {
      await receiveForm(request, path, admit);
      if (!admitted) throw new DeploymentRefused(TEXTS.noFile);
      const { deployer, begun } = admitted;
      return await this.unpacking(() => this.unpack(context, deployer, begun, path));
    } catch (error) {
      if (admitted) await this.deployments.fail(context, admitted.begun, error);
      throw error;
    } finally {
      admitted?.release();
    }
  }

  private async admit(
    context: RequestContext,
    bearer: string | undefined,
    fields: DeployFields,
  ): Promise<Deployer> {
    const key = bearer ?? fields['password'];
    if (key === undefined) throw new DeploymentRefused(TEXTS.keyAfterFile);
    if (fields['articleId'] === undefined) throw new InvalidDeployKey();
    return this.keys.admit(context, key, fields['articleId']);
  }

  private async unpack(
    context: RequestContext,
    deployer: Deployer,
    begun: Begun,
    path: string,
  ): Promise<DeployZipResult> {
    const { tenantId } = context;
    const archive = await openArchive(path);
    try {
      const files = await this.contents.unpack(this.manager, tenantId, archive.files);
      try {
        const finished = await this.deployments.finish(context, deployer, begun, {
          files,
          warnings: archive.warnings,
        });
        const { deployment: number, live } = finished;
        const previews = await this.previews.urls(tenantId, begun.article, [
          { number, state: live ? 'live' : 'ready' },
        ]);
        return resultOf(finished, previews.get(number) ?? null);
      } catch (error) {
        await this.contents.forget(this.manager, tenantId, files);
        throw error;
      }
    } finally {
      archive.close();
    }
  }

  respond(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    const status = error instanceof HttpException ? error.getStatus() : HttpStatus.INTERNAL_SERVER_ERROR;
    const code = error instanceof ProblemException ? error.reason.code : '';
    const text = status < 500 || error instanceof ProblemException ? error.message : 'The deployment failed.';
    const body: DeployZipRefusal = { success: false, error: text, code };
    void reply.status(status).send(body); // answered; nothing follows
  }
}

const resultOf = (
  { at, deployed, path, deployment, live, isPurged, files, warnings }: Finished,
  preview: string | null,
): DeployZipResult => ({
  success: true,
  deployedAt: at.toISOString(),
  deploymentCount: deployed,
  urlPath: path,
  filesDeployed: files,
  cdnPurged: isPurged,
  deployment,
  live,
  warnings: warnings.map(({ text }) => text),
  preview,
});

const notesOf = (headers: IncomingHttpHeaders, fields: DeployFields) => ({
  commit: lineOf(headers['x-github-sha'], LIMITS.commit.max),
  message: lineOf(fields['message'], LIMITS.message.max),
});

function lineOf(value: string | readonly string[] | undefined, max: number): string | null {
  const line = typeof value === 'string' ? String(normaliseLine(value.replaceAll(/\p{C}/gu, ' '))) : '';
  return line === '' ? null : [...line].slice(0, max).join('');
}
