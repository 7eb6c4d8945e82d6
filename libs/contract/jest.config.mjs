import preset from '../../jest.preset.cjs';

export default { ...preset, displayName: 'contract', rootDir: import.meta.dirname };
