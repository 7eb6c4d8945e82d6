/**
 * Jest reporter that tells its parent process the line `N passed, N failed`, with the tests that passed only when they were tried again,
 * and the files that failed. A file that could not be run counts as a failure.
 */
export default class TotalsReporter {
  /**
   * @param {unknown} _contexts
   * @param {{
   *   numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, numPendingTests: number,
   *   testResults: readonly {
   *     testFilePath: string, testExecError?: unknown, numFailingTests: number,
   *     testResults: readonly { fullName: string, status: string, invocations?: number }[],
   *   }[],
   * }} results
   */
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    const again = results.testResults
      .flatMap(({ testResults }) => testResults)
      .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => `\nPassed only at the second try: ${fullName}`);
    process.send?.({
      totals: `${results.numPassedTests} passed, ${failed} failed${skipped}${again.join('')}`,
      failedFiles: results.testResults
        .filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
        .map(({ testFilePath }) => testFilePath),
    });
  }
}
