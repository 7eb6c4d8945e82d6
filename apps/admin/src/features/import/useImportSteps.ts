import type { ImportRun } from '@sitedesk/contract/imports';
import { onScopeDispose, type Ref, ref } from 'vue';
import { useTask } from '../../composables/useTask';
import { importRequests, type ImportStep } from './import.api';
import { patiently } from './send-import';

const ENDS = { check: 'checked', import: 'done', undo: 'undone' } as const;
const isOver = ({ state, pictures }: ImportRun, step: ImportStep): boolean =>
  step === 'pictures' ? pictures.waiting === 0 : state === ENDS[step];

/** Has the server do a step, request after request, and shows how far it is. Leaving the page or pausing stops after a request. */
export function useImportSteps(run: Ref<ImportRun | undefined>) {
  const step = ref<ImportStep>();
  const { error, run: task } = useTask();
  let stop = new AbortController();

  const once = (id: string, now: ImportStep): Promise<ImportRun> => {
    if (now === 'pictures') return importRequests.fetchPictures(id);
    if (now === 'check') return importRequests.check(id);
    return now === 'undo'
      ? importRequests.undo(id)
      : importRequests.import(id, { report: run.value?.reportHash ?? null });
  };

  async function go(wanted: ImportStep): Promise<void> {
    const id = run.value?.id;
    if (id === undefined || step.value !== undefined) return;
    step.value = wanted;
    stop = new AbortController();
    const { signal } = stop;
    await task(async () => {
      while (!signal.aborted && run.value && !isOver(run.value, wanted)) {
        run.value = await patiently(() => once(id, wanted), signal);
      }
    });
    step.value = undefined;
  }
  const pause = (): void => stop.abort();
  onScopeDispose(pause);

  return { step, error, go, pause };
}
