import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
}

describe('the files that a server is set up with', () => {
  const dockerfile = read('Dockerfile');
  const instructions = dockerfile
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
  const { services, volumes } = parse(read('compose.yaml')) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, null>>;
  };

  it('Dockerfile: runs what is built without the rights of root, and says whether it is healthy (PK-01)', () => {
    const known = /^(?:ARG|FROM|LABEL|WORKDIR|COPY|RUN|VOLUME|ENV|USER|EXPOSE|HEALTHCHECK|CMD) \S/;
    expect(instructions.filter((line) => !known.test(line))).toEqual([]);
    expect(/^ARG NODE=node:\d+-\S+$/m.test(dockerfile)).toBe(true);
    const last = stages.at(-1) ?? '';
    const order = ['COPY --from=build ', 'RUN ', 'VOLUME ', 'USER ', 'CMD '].map((each) =>
      last.indexOf(`\n${each}`),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(last).not.toMatch(/^USER (?:root|0)\b/m);
    expect(last).toMatch(/^HEALTHCHECK .*\n +CMD \[/m);
    expect(existsSync(join(ROOT, '.dockerignore'))).toBe(true);
    // Whatever the backend writes has to outlive the container.
    const [, dataDir = ''] = /DATA_DIR=(\S+)/.exec(last) ?? [];
    expect(last).toMatch(new RegExp(`^VOLUME ${dataDir}$`, 'm'));
  });

  it('compose.yaml: nothing can be written but what is kept, and nothing is open to the network', () => {
    const named = Object.keys(volumes);
    for (const [name, service] of Object.entries(services)) {
      for (const volume of service.volumes ?? []) expect(named).toContain(volume.split(':')[0]);
      for (const port of service.ports ?? [])
        expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
      expect([name, service.restart]).toEqual([name, 'unless-stopped']);
      if (service.build === undefined) {
        expect(service.image).toMatch(/:\d+$/);
        continue;
      }
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    // Files of sites are in DATA_DIR, so a container that is replaced must not take them along.
    const [, dataDir = ''] = /DATA_DIR=(\S+)/.exec(dockerfile) ?? [];
    expect(services['backend']?.volumes?.map((each) => each.split(':')[1])).toEqual([dataDir]);
  });

  it('nginx.conf: takes uploads of any size for the administration, and no header of the edge proxy', () => {
    const [editor = '', site = ''] = read('docs/deploy/nginx.conf')
      .split(/^(?=server \{)/m)
      .slice(1);
    expect(editor).toMatch(/client_max_body_size 0;/);
    expect(editor).toMatch(/proxy_request_buffering off;/);
    expect(editor).toMatch(/proxy_set_header x-edge-secret "";/);
    expect(editor).toMatch(/proxy_set_header x-origin-hostname "";/);
    expect(site).toMatch(/location \/_api\/contact\/ \{/);
    for (const server of [editor, site]) expect(server.split('{').length).toBe(server.split('}').length);
  });

  it('each starts a program that the package has', () => {
    const started = [
      ...dockerfile.matchAll(/^CMD \["node", "([^"]+)"\]/gm),
      ...read('docs/deploy/sitedesk.service').matchAll(/^ExecStart=\S+ (\S+)/gm),
      ...read('docs/deploy/sitedesk-edge.service').matchAll(/^ExecStart=\S+ (\S+)/gm),
    ].map(([, path]) => path ?? '');
    const edge = services['edge']?.command?.[1] ?? '';
    expect(new Set([...started, edge])).toEqual(
      new Set(['apps/api/dist/bundle/main.js', 'apps/edge-proxy/dist/main.js']),
    );
  });
});
