// The tools that integrators use, which are ES modules: `node openapi-tools.mjs lint|types FILE`.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { readFileSync } from 'node:fs';

const [tool, file = ''] = process.argv.slice(2);
const source = readFileSync(file, 'utf8');
if (tool === 'lint') {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: file, config });
  const lines = problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join()})`,
  );
  process.stdout.write(JSON.stringify(lines));
} else {
  process.stdout.write(astToString(await openapiTypescript(JSON.parse(source))));
}
