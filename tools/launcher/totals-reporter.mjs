/** Jest reporter that tells its parent process `N passed, N failed`. A file that could not be run counts as a failure. */
export default class TotalsReporter {
  /**
   * @param {unknown} _contexts
   * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, numPendingTests: number }} results
   */
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    process.send?.(`${results.numPassedTests} passed, ${failed} failed${skipped}`);
  }
}
