import { checkAreas } from './launcher/check-areas.mjs';

process.exitCode = checkAreas();
