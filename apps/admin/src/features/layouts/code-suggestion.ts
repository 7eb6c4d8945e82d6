import { isolateHistory } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, keymap, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import { firstWord, PAUSE_MS, READ } from '../../composables/useInlineSuggestions';

/** How the code could go on, at the caret. */
interface Suggestion {
  readonly at: number;
  readonly text: string;
}

interface Shown {
  readonly suggestion: Suggestion | undefined;
  /** After Escape or an undo, nothing is suggested until something is typed. */
  readonly isDismissed: boolean;
}

/** What the editor asks, and tells. */
export interface CodeSuggestionOptions {
  /** How the code between the two goes on; undefined where nothing is suggested. */
  readonly ask: (prefix: string, suffix: string) => Promise<string | undefined>;
  /** The code has changed: what is asked for is for another one. */
  readonly leave: () => void;
  /** Gets what is shown; empty when nothing is. */
  readonly shown: (text: string) => void;
}

const NOTHING: Shown = { suggestion: undefined, isDismissed: false };
const show = StateEffect.define<Shown>();

/** A suggestion is a decoration: neither the code knows it, nor the undo history or the clipboard. */
const SUGGESTED = StateField.define<Shown>({
  create: () => NOTHING,
  update: (shown, tr) => shownAfter(shown, tr),
  provide: (field) =>
    EditorView.decorations.from(field, ({ suggestion }) =>
      suggestion
        ? Decoration.set(
            Decoration.widget({ widget: new SuggestionWidget(suggestion.text), side: 1 }).range(
              suggestion.at,
            ),
          )
        : Decoration.none,
    ),
});

class SuggestionWidget extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }
  override eq(other: SuggestionWidget): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-suggestion';
    element.ariaHidden = 'true'; // it's announced once, as a whole
    element.textContent = this.text; // a stranger's text, never markup
    return element;
  }
}

/** What is left of a suggestion: typing its beginning shortens it, and anything else ends it. */
function shownAfter(shown: Shown, tr: Transaction): Shown {
  for (const effect of tr.effects) if (effect.is(show)) return effect.value;
  if (!tr.docChanged && !tr.selection) return shown;
  const isUndone = tr.isUserEvent('undo') || tr.isUserEvent('redo');
  const isDismissed = tr.docChanged ? isUndone : shown.isDismissed;
  const { suggestion } = shown;
  if (!suggestion || !tr.docChanged) return { suggestion: undefined, isDismissed };
  const { head, empty } = tr.state.selection.main;
  const typed = head - suggestion.at;
  const isTyping = empty && typed > 0 && tr.newDoc.length - tr.startState.doc.length === typed;
  const words = isTyping ? tr.newDoc.sliceString(suggestion.at, head) : '';
  const rest = suggestion.text.slice(typed);
  const isSame = isTyping && suggestion.text.startsWith(words) && rest !== '';
  return { suggestion: isSame ? { at: head, text: rest } : undefined, isDismissed };
}

/** What is before and after the caret; undefined where nothing is suggested. */
function placeOf({ doc, selection }: EditorState): { prefix: string; suffix: string } | undefined {
  const { head, empty } = selection.main;
  const next = doc.sliceString(head, head + 1);
  if (!empty || /[\p{L}\p{N}_]/u.test(next)) return undefined;
  const prefix = doc.sliceString(Math.max(head - READ.before, 0), head);
  return prefix.trim() === '' ? undefined : { prefix, suffix: doc.sliceString(head, head + READ.after) };
}

/** Takes over a part: a change of its own, which can be undone alone. */
function accept(view: EditorView, partOf: (text: string) => string): boolean {
  const { suggestion } = view.state.field(SUGGESTED);
  if (!suggestion) return false;
  const { at, text } = suggestion;
  const words = partOf(text);
  const rest = text.slice(words.length);
  const left = rest.trim() === '' ? undefined : { at: at + words.length, text: rest };
  view.dispatch({
    changes: { from: at, insert: words },
    selection: { anchor: at + words.length },
    effects: show.of({ suggestion: left, isDismissed: false }),
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
  });
  return true;
}

function dismiss(view: EditorView): boolean {
  if (!view.state.field(SUGGESTED).suggestion) return false;
  view.dispatch({ effects: show.of({ suggestion: undefined, isDismissed: true }) });
  return true;
}

/** Asks when the person pauses. */
const asker = ({ ask, leave, shown }: CodeSuggestionOptions): Extension =>
  ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const suggest = async (): Promise<void> => {
      const { state } = view;
      const place = view.hasFocus && !view.composing && !state.readOnly ? placeOf(state) : undefined;
      if (!place || state.field(SUGGESTED).isDismissed) return;
      const text = await ask(place.prefix, place.suffix);
      // Whatever changed in the meantime, it was for another code.
      const isSame =
        view.state.doc === state.doc && view.state.selection.eq(state.selection) && view.hasFocus;
      if (!text || !isSame) return;
      const suggestion = { at: state.selection.main.head, text };
      view.dispatch({ effects: show.of({ suggestion, isDismissed: false }) });
    };
    return {
      update: ({ docChanged, state, startState }: ViewUpdate) => {
        const { suggestion } = state.field(SUGGESTED);
        if (suggestion !== startState.field(SUGGESTED, false)?.suggestion) shown(suggestion?.text ?? '');
        if (!docChanged) return;
        clearTimeout(timer);
        leave();
        if (!suggestion) timer = setTimeout(() => void suggest(), PAUSE_MS.code);
      },
      destroy: () => {
        clearTimeout(timer);
        leave();
      },
    };
  });

/** Suggestions behind the caret. Their keys are their own only while one is there. */
export const codeSuggestions = (options: CodeSuggestionOptions): Extension => [
  SUGGESTED,
  asker(options),
  Prec.highest(
    keymap.of([
      { key: 'Tab', run: (view) => accept(view, (text) => text) },
      { key: 'Mod-ArrowRight', run: (view) => accept(view, firstWord) },
      { key: 'Alt-ArrowRight', run: (view) => accept(view, firstWord) },
      { key: 'Escape', run: dismiss },
    ]),
  ),
  EditorView.domEventHandlers({
    blur: (_event, view) => {
      if (view.state.field(SUGGESTED).suggestion) view.dispatch({ effects: show.of(NOTHING) });
      return false;
    },
  }),
];
