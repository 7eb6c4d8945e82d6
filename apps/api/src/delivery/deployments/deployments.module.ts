import { Module } from '@nestjs/common';
import { ArticlesModule } from '../../content/articles/articles.module.js';
import { FilesModule } from '../../content/files/files.module.js';
import { PublicSiteModule } from '../../content/site/public-site.module.js';
import { StaticExportModule } from '../../content/static-export/static-export.module.js';
import { ENVIRONMENT } from '../../platform/config/env.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { OPENAPI_PARTS } from '../../platform/openapi/openapi.service.js';
import { ApplicationExportService } from './application-export.service.js';
import { ApplicationFilesService } from './application-files.service.js';
import { FileAnswersService } from './file-answers.service.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { AudienceService } from './audience.service.js';
import { DeployController } from './deploy.controller.js';
import { DeployKeysService } from './deploy-keys.service.js';
import { DeployTokensController } from './deploy-tokens.controller.js';
import { DeployTokensService } from './deploy-tokens.service.js';
import { DeployZipService } from './deploy-zip.service.js';
import { DeploymentChangesService } from './deployment-changes.service.js';
import { DeploymentContentsService } from './deployment-contents.service.js';
import { DeploymentInspectionService } from './deployment-inspection.service.js';
import { DeploymentPreviewsService } from './deployment-previews.service.js';
import { DeploymentRetentionService } from './deployment-retention.service.js';
import { DeploymentsController } from './deployments.controller.js';
import { DeploymentsService } from './deployments.service.js';
import { IssuerKeysService } from './issuer-keys.service.js';
import { ManifestDeploymentsService } from './manifest-deployments.service.js';
import { CreateDeployments1790900000000 } from './migrations/1790900000000-create-deployments.js';
import { DeployByManifest1791200000000 } from './migrations/1791200000000-deploy-by-manifest.js';
import { PreviewDeployments1792100000000 } from './migrations/1792100000000-preview-deployments.js';
import { TrustPublishers1792100100000 } from './migrations/1792100100000-trust-publishers.js';
import { PreviewAtHostnames1794300000000 } from './migrations/1794300000000-preview-at-hostnames.js';
import { FindLiveApplications1795010000000 } from './migrations/1795010000000-find-live-applications.js';
import { ServeByRules1791210000000 } from './migrations/1791210000000-serve-by-rules.js';
import { readPreviewDomain } from './preview-domain.js';
import { PublishersService } from './publishers.service.js';

/** Single-page applications: programs deploy them, visitors get what is live. */
@Module({
  imports: [ArticlesModule, FilesModule, PublicSiteModule, StaticExportModule],
  controllers: [ApplicationsController, DeployController, DeployTokensController, DeploymentsController],
  providers: [
    ApplicationExportService,
    ApplicationFilesService,
    FileAnswersService,
    ApplicationsService,
    AudienceService,
    DeployKeysService,
    DeployTokensService,
    DeployZipService,
    DeploymentChangesService,
    DeploymentContentsService,
    DeploymentInspectionService,
    DeploymentPreviewsService,
    DeploymentRetentionService,
    DeploymentsService,
    IssuerKeysService,
    ManifestDeploymentsService,
    PublishersService,
  ],
})
@Registers(
  MIGRATIONS,
  CreateDeployments1790900000000,
  DeployByManifest1791200000000,
  ServeByRules1791210000000,
  PreviewDeployments1792100000000,
  TrustPublishers1792100100000,
  PreviewAtHostnames1794300000000,
  FindLiveApplications1795010000000,
)
@Registers(ENVIRONMENT, readPreviewDomain)
@Registers(OPENAPI_PARTS, () => import('./deployments-openapi.js'))
export class DeploymentsModule {}
