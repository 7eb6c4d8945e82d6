/** Ways to deploy an application, as they are copied into a terminal or a file. */
export interface DeployCommand {
  readonly kind: 'terminal' | 'trusted' | 'github' | 'curl';
  readonly text: string;
}

/** Steps of a GitHub workflow that come before deploying. */
const BUILD = `      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm ci && npm run build`;

/** @param origin of the administration, which programs deploy to */
export const commandsFor = (origin: string, article: number): readonly DeployCommand[] => [
  {
    kind: 'terminal',
    text: `export SITEDESK_DEPLOY_KEY=sdk_…
node sitedesk-deploy.mjs ./dist --site ${origin} --article ${article}`,
  },
  {
    kind: 'trusted',
    text: `name: Deploy
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
  id-token: write
concurrency: deploy-\${{ github.ref }}
jobs:
  live:
    if: github.event_name == 'push'
    environment: production
    runs-on: ubuntu-latest
    steps:
${BUILD}
      - run: node sitedesk-deploy.mjs ./dist --site ${origin} --article ${article}
  preview:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
${BUILD}
      - run: node sitedesk-deploy.mjs ./dist --site ${origin} --article ${article} --draft >> "$GITHUB_STEP_SUMMARY"`,
  },
  {
    kind: 'github',
    text: `name: Deploy
on:
  push:
    branches: [main]
permissions:
  contents: read
concurrency: deploy
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
${BUILD}
      - run: node sitedesk-deploy.mjs ./dist --site ${origin} --article ${article}
        env:
          SITEDESK_DEPLOY_KEY: \${{ secrets.SITEDESK_DEPLOY_KEY }}`,
  },
  {
    kind: 'curl',
    text: `(cd dist && zip -qr ../dist.zip .)
curl --fail-with-body ${origin}/api/spa/deploy \\
  -H "Authorization: Bearer $SITEDESK_DEPLOY_KEY" \\
  -F articleId=${article} -F zipFile=@dist.zip`,
  },
];
