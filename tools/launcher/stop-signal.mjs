const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT_CHECK_MS = 500;

/**
 * Waits for the person, or npm, to end us. Later signals do nothing: stopping is under way.
 * @returns {{ readonly promise: Promise<undefined>, readonly isSet: boolean }}
 */
export function stopSignal() {
  let isSet = false;
  /** @type {Promise<undefined>} */
  const promise = new Promise((resolve) => {
    const stop = () => {
      isSet = true;
      resolve(undefined);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    onNpmGone(stop);
  });
  return {
    promise,
    get isSet() {
      return isSet;
    },
  };
}

/**
 * npm passes a signal on to the shell between it and us; not every shell hands it down. When that shell is gone, so are we.
 * @param {() => void} stop
 */
function onNpmGone(stop) {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}
