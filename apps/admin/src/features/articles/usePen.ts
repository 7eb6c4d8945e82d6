import { onScopeDispose, ref } from 'vue';

/** Milliseconds that the other tab gets to save before the pen is taken from it: it may be frozen. */
const TAKE_WAIT = 3_000;

interface PenOptions {
  /** Saves what is written, as another tab wants to go on. */
  readonly release: () => Promise<unknown>;
  /** The pen has come here after a while: what was opened may be old, and is read again before anyone types. */
  readonly taken: () => Promise<void>;
}

/**
 * Lets one tab of a browser at a time write an article, so that nobody is in conflict with themselves. Where the browser has no locks
 * (a page without https), every tab writes, and what they write is merged.
 * @param name of what is written
 */
export function usePen(name: string, { release, taken }: PenOptions) {
  const isElsewhere = ref(false);
  const isKnown = ref(false);
  const { locks } = navigator as Partial<Navigator>; // missing where a page isn't secure
  if (!locks) {
    isKnown.value = true;
    return { isElsewhere, isKnown, take: () => Promise.resolve() };
  }
  const channel = new BroadcastChannel(name);
  let isLeft = false;
  let waiting = new AbortController();
  let drop: (() => void) | undefined;
  let otherSaved: () => void = () => undefined;

  /** Has the pen until another tab takes it, and waits for it from then on. */
  async function hold(options: LockOptions): Promise<void> {
    try {
      await locks?.request(name, options, async (lock) => {
        if (isLeft || !lock) return;
        if (isElsewhere.value) await taken();
        if (isLeft) return;
        isElsewhere.value = false;
        isKnown.value = true;
        await new Promise<void>((resolve) => (drop = resolve));
      });
    } catch {
      // taken, or this tab waits no longer
    }
    if (isLeft || options.signal?.aborted) return;
    drop = undefined;
    isElsewhere.value = true;
    isKnown.value = true;
    void release();
    waiting = new AbortController();
    void hold({ signal: waiting.signal });
  }

  channel.onmessage = ({ data }) => {
    if (data === 'saved') otherSaved();
    if (data !== 'take' || !drop) return;
    isElsewhere.value = true; // nothing more is typed here
    void release().finally(() => channel.postMessage('saved'));
  };
  void hold({ ifAvailable: true });

  /** Goes on here: the other tab saves, and only reads from then on. */
  async function take(): Promise<void> {
    await new Promise<void>((resolve) => {
      otherSaved = resolve;
      setTimeout(resolve, TAKE_WAIT);
      channel.postMessage('take');
    });
    waiting.abort();
    if (!isLeft) void hold({ steal: true });
  }

  onScopeDispose(() => {
    isLeft = true;
    waiting.abort();
    drop?.();
    channel.close();
  });
  return { isElsewhere, isKnown, take };
}
