import { nodeVersionProblem } from '../../launcher/node-version.mjs';

describe('the version of Node', () => {
  it.each(['20.19.0', '20.19.1', '20.20.0', '22.0.0', '24.11.1', '24.0.0-nightly'])(
    '%s will do',
    (version) => {
      expect(nodeVersionProblem(version, '>=20.19.0')).toBeUndefined();
    },
  );

  it.each(['20.18.9', '20.9.0', '18.20.4', '9.0.0'])('%s is refused with one sentence', (version) => {
    expect(nodeVersionProblem(version, '>=20.19.0')).toBe(
      `Sitedesk needs Node 20.19.0 or newer, but this is Node ${version}. Install a newer version, then run the command again.`,
    );
  });
});
