import { checkDependencies } from './launcher/check-dependencies.mjs';

process.exitCode = checkDependencies();
