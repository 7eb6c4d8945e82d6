import preset from '../../jest.preset.cjs';

export default { ...preset, displayName: 'testing', rootDir: import.meta.dirname };
