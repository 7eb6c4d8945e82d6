import preset from '../../jest.preset.cjs';

export default {
  ...preset,
  displayName: 'site-contact',
  rootDir: import.meta.dirname,
  // For the specs that read sources; the bundles have theirs from the build.
  globals: { SC_GERMAN: false },
};
