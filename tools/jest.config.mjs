import preset from '../jest.preset.cjs';

export default { ...preset, displayName: 'tools', rootDir: import.meta.dirname };
