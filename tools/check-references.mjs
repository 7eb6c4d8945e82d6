import { checkReferences } from './launcher/check-references.mjs';

process.exitCode = checkReferences();
