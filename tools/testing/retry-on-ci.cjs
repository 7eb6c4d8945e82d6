// The machine of CI is shared, and tests wait for real servers and a real browser, for more than they can see. What passes only at the
// second try is named at the end of the run, to be repaired.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
