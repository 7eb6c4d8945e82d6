import { i18n } from './i18n';
import { region } from './preferences';
import { NotConfirmed, Problem } from './problem';
import { addToast } from './toasts';

/** Undoes what a toast reports. */
export interface Undo {
  readonly undo: () => Promise<void> | void;
}

/** What else a toast about something done has. */
interface DoneOptions extends Partial<Undo> {
  /** Where it can be seen, which its title leads to. */
  readonly link?: string | undefined;
}

/** Toasts. An error never appears here alone: the place it belongs to shows it too. */
export function useNotify(): {
  done(title: string, options?: DoneOptions): void;
  /** Something wasn't done, which is nobody's failure. */
  notDone(title: string): void;
  failed(problem: unknown, title?: string): void;
  /** An attempt failed, as reported by the other side. */
  refused(title: string, description: string): void;
} {
  const { t } = i18n.global;
  return {
    done(title, { undo, link } = {}) {
      addToast({
        title,
        tone: 'success',
        icon: 'i-lucide-check',
        duration: undo ? 10_000 : 5_000,
        ...(link === undefined ? {} : { link }),
        ...(undo ? { action: { label: t('ui.undo'), run: () => void undo() } } : {}),
      });
    },
    notDone(title) {
      addToast({ title, tone: 'neutral', icon: 'i-lucide-info', duration: 5_000 });
    },
    refused(title, description) {
      addToast({ title, description, tone: 'error', icon: 'i-lucide-circle-alert', duration: 0 });
    },
    failed(problem, title) {
      const description = errorText(problem);
      addToast({
        title: title ?? t('ui.failed'),
        description,
        tone: 'error',
        icon: 'i-lucide-circle-alert',
        duration: 0, // stays until it is closed
      });
    },
  };
}

/** What went wrong, and the id of the request where that helps. */
export function errorText(problem: unknown): string {
  const { t } = i18n.global;
  if (problem instanceof NotConfirmed) return t('session.cancelled');
  if (!(problem instanceof Problem)) return t('ui.unexpected');
  if (problem.isOffline) return t('ui.offline');
  if (problem.status === 429 && problem.retryAfterSeconds !== undefined)
    return t('ui.wait', { time: duration(problem.retryAfterSeconds) });
  const reference = problem.status >= 500 && problem.requestId ? ` (${problem.requestId})` : '';
  return problem.message + reference;
}

/** Seconds as people say them: `40 sec`, `3 min`. */
function duration(seconds: number): string {
  const isLong = seconds > 90;
  const style = { style: 'unit', unit: isLong ? 'minute' : 'second', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(region(), style).format(isLong ? Math.ceil(seconds / 60) : seconds);
}
