import preset from '../../jest.preset.cjs';

export default { ...preset, displayName: 'site-contact', rootDir: import.meta.dirname };
