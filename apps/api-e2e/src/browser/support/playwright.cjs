/** Playwright as the environment loaded it, once for all test files of a Jest worker instead of once for each. */
module.exports = globalThis.sitedeskPlaywright;
