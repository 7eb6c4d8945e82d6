import { CSRF_HEADER, EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  type ArticlePresence,
  type PenWish,
  PRESENCE_LIMITS,
  type PresentPerson,
} from '@sitedesk/contract/presence';
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue';
import { http, QUIET } from '../../app/http';
import { useLive } from '../../app/live';
import { useSession } from '../../app/session';
import { newOperation } from './draft-saver';

/** Milliseconds that the person who had the pen gets to save; what comes later is merged. */
const TAKE_WAIT = 1_500;
const BEAT = PRESENCE_LIMITS.beatSeconds * 1_000;

interface PresenceOptions {
  /** Saves what is written, as someone else goes on. */
  readonly release: () => Promise<unknown>;
  /** Someone else had the pen, and has it no more: what they have saved is taken in before anyone types here. */
  readonly taken: () => Promise<void>;
}

/**
 * Who else has the article open, and who of them writes. It's a courtesy and holds nothing up: without an answer of the server
 * everyone writes, and what they save is merged.
 */
export function usePresence(number: number, { release, taken }: PresenceOptions) {
  const session = useSession();
  const page = newOperation();
  const others = shallowRef<readonly PresentPerson[]>([]);
  const pen = ref<ArticlePresence['pen']>('free');
  const asks = ref(false);
  /** The pen is on its way here. */
  const isChanging = ref(false);
  /** Who took the pen while something was being written here; until it comes back. */
  const lostTo = ref<string>();
  const holder = computed(() =>
    pen.value === 'theirs' ? others.value.find(({ hasPen }) => hasPen) : undefined,
  );
  const isReading = computed(() => pen.value === 'theirs' || isChanging.value);
  let channel = '';
  let isWriting = false;
  let isLeft = false;
  let timer = 0;
  let last = Promise.resolve();

  /** One after the other, so that an earlier answer never replaces a later one. */
  function say(wish?: PenWish): Promise<void> {
    last = last.then(() => sayNow(wish ?? (isWriting ? 'write' : 'read')));
    return last;
  }

  async function sayNow(wish: PenWish): Promise<void> {
    clearTimeout(timer);
    if (isLeft) return;
    let again = BEAT;
    try {
      const { body } = await http.put<ArticlePresence>(
        `/articles/${number}/presence`,
        { page, pen: wish },
        QUIET,
      );
      again = body.againMs;
      hear(body);
    } catch {
      // nobody knows who is there; the next time they may
    }
    clearTimeout(timer);
    if (!isLeft) timer = window.setTimeout(() => void say(), again);
  }

  function hear(answer: ArticlePresence): void {
    const before = pen.value;
    channel = answer.channel;
    others.value = answer.others;
    pen.value = answer.pen;
    asks.value = answer.asks;
    if (before !== 'theirs' && answer.pen === 'theirs' && isWriting) {
      isWriting = false;
      if (before === 'mine') lostTo.value = holder.value?.displayName;
      void release();
    }
    if (before === 'theirs' && answer.pen !== 'theirs') void goOn(answer);
  }

  async function goOn({ pen: now, asks: wasAsking }: ArticlePresence): Promise<void> {
    isChanging.value = true;
    lostTo.value = undefined;
    if (wasAsking) isWriting = true;
    if (wasAsking && now === 'free') void say();
    if (now === 'mine') await new Promise((resolve) => setTimeout(resolve, TAKE_WAIT));
    await taken().catch(() => undefined); // the next save merges
    isChanging.value = false;
  }

  /** Something is typed here. */
  function write(): void {
    if (isWriting || pen.value === 'theirs') return;
    isWriting = true;
    if (pen.value === 'free') void say();
  }

  function take(): Promise<void> {
    isWriting = true;
    return say('take');
  }

  async function giveUp(): Promise<void> {
    isWriting = false;
    await release();
    await say('read');
  }

  useLive('article.presence', ({ ids }) => {
    if (ids.length === 0 || ids.includes(channel)) void say();
  });

  /** A request that outlives the page. */
  function leave(): void {
    const token = session.info?.csrfToken;
    if (isLeft || token === undefined) return;
    void fetch(`${EDITOR_PATH}/articles/${number}/presence`, {
      method: 'PUT',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', [CSRF_HEADER]: token },
      body: JSON.stringify({ page, pen: 'leave' }),
    }).catch(() => undefined);
  }
  const look = (): void => void (document.visibilityState === 'visible' && say());
  onMounted(() => {
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', look);
    void say();
  });
  onBeforeUnmount(() => {
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    leave();
    isLeft = true;
  });

  return {
    others,
    holder,
    asks,
    isReading,
    lostTo,
    write,
    ask: () => say('ask'),
    keep: () => say('keep'),
    take,
    giveUp,
  };
}

export type Presence = ReturnType<typeof usePresence>;
