import type { FakeAzure, FakeCloudFront } from '@sitedesk/testing';

/** What an administrator enters for a stand-in of CloudFront. */
export const cloudFrontSettings = (fake: FakeCloudFront) => ({
  Provider: 'cloudfront',
  CloudFrontDistribution: fake.distribution,
  CloudFrontKeyId: fake.accessKeyId,
  CloudFrontSecret: fake.secretAccessKey,
});

/** What an administrator enters for a stand-in of Azure. */
export const azureSettings = (fake: FakeAzure) => ({
  Provider: 'azure',
  AzureProduct: 'frontdoor',
  AzureDirectory: fake.directory,
  AzureClient: fake.client,
  AzureSecret: fake.secret,
  AzureSubscription: fake.subscription,
  AzureResourceGroup: fake.resourceGroup,
  AzureProfile: fake.profile,
  AzureEndpoint: fake.endpoint,
});
