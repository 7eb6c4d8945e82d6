import preset from '../../jest.preset.cjs';

export default { ...preset, displayName: 'api', rootDir: import.meta.dirname };
