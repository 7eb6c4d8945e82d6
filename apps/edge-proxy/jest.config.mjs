import preset from '../../jest.preset.cjs';

export default { ...preset, displayName: 'edge-proxy', rootDir: import.meta.dirname };
