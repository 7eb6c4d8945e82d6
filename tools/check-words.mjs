import { checkWords } from './launcher/check-words.mjs';

process.exitCode = checkWords();
