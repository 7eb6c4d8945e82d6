import type {
  Application,
  DeployKey,
  Deployment,
  NewDeployKey,
  Publishers,
} from '@sitedesk/contract/deployments';
import type {
  CreateApplicationDto,
  CreateDeployKeyDto,
  PublisherDto,
} from '@sitedesk/contract/deployments.dto';
import type { RotateProgramKeyDto } from '@sitedesk/contract/program-keys.dto';
import { http } from '../../app/http';

/** First part of every query of applications. */
export const APPLICATIONS = 'applications';

export const deploymentRequests = {
  get: (number: number) => http.get<Application>(`/spa/${number}`),
  create: (body: CreateApplicationDto) => http.post<Application>('/spa', body),
  setLock: (number: number, locked: boolean) => http.put<Application>(`/spa/${number}/lock`, { locked }),
  setSourceMaps: (number: number, sourceMaps: boolean) =>
    http.put<Application>(`/spa/${number}/source-maps`, { sourceMaps }),
  activate: (number: number, deployment: number) =>
    http.post<Deployment>(`/spa/${number}/deployments/${deployment}/activate`),
  publishers: (number: number) => http.read<Publishers>(`/spa/${number}/publishers`),
  setPublishers: (number: number, publishers: readonly PublisherDto[], ifMatch: string | null) =>
    http.put<Publishers>(
      `/spa/${number}/publishers`,
      {
        publishers: publishers.map(
          ({ provider, issuer, repository, repositoryId, ownerId, workflow, environment, ref, scope }) => ({
            provider,
            issuer,
            repository,
            repositoryId,
            ownerId,
            workflow,
            environment,
            ref,
            scope,
          }),
        ),
      },
      { ifMatch },
    ),
  keys: (number: number) => http.get<{ readonly items: readonly DeployKey[] }>(`/spa/${number}/keys`),
  createKey: (number: number, body: CreateDeployKeyDto) =>
    http.post<NewDeployKey>(`/spa/${number}/keys`, body),
  rotateKey: (number: number, id: string, body: RotateProgramKeyDto) =>
    http.post<NewDeployKey>(`/spa/${number}/keys/${id}/rotate`, body),
  deleteKey: (number: number, id: string): Promise<void> => http.delete(`/spa/${number}/keys/${id}`),
};
