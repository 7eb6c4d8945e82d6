import preset from '../../jest.preset.cjs';

export default { ...preset, displayName: 'api-e2e', rootDir: import.meta.dirname };
