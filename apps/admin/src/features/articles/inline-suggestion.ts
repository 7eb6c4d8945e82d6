import { AI_LANGUAGES } from '@sitedesk/contract/ai';
import type { Editor } from '@tiptap/core';
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { firstWord, READ, type SuggestionQuery } from '../../composables/useInlineSuggestions';

/** How the text could go on, at the caret. */
export interface Suggestion {
  readonly at: number;
  readonly text: string;
}

interface Shown {
  readonly suggestion: Suggestion | undefined;
  /** After Escape or an undo, nothing is suggested until something is typed. */
  readonly isDismissed: boolean;
}

export const SUGGESTED = new PluginKey<Shown>('suggestion');

const NOTHING: Shown = { suggestion: undefined, isDismissed: false };

/**
 * Shows a suggestion behind the caret. It's a decoration: neither the document knows it, nor the undo history, the clipboard or
 * what is saved. Its keys are its own only while it is there, so that Tab leaves the text otherwise.
 */
export function showSuggestions(editor: Editor): {
  show(suggestion: Suggestion | undefined): void;
  end(): void;
} {
  const plugin = new Plugin<Shown>({
    key: SUGGESTED,
    state: { init: () => NOTHING, apply: (tr, shown) => shownAfter(tr, shown) },
    props: {
      decorations: (state) => decorationsOf(state),
      handleKeyDown: (view, event) => onKey(view, event),
      handleDOMEvents: {
        blur: hide,
        // Before a browser joins paragraphs: it would move the element of the suggestion, of which the words are left as text.
        beforeinput: (view, { inputType }) => inputType.startsWith('delete') && hide(view),
      },
    },
  });
  // Before the keys of lists and tables, which take Tab as well.
  editor.registerPlugin(plugin, (own, others) => [own, ...others]);
  return {
    show: (suggestion) => {
      const shown: Shown = { suggestion, isDismissed: false };
      editor.view.dispatch(editor.state.tr.setMeta(SUGGESTED, shown).setMeta('addToHistory', false));
    },
    end: () => void (editor.isDestroyed || editor.unregisterPlugin(SUGGESTED)),
  };
}

/** Keys that move the caret or delete something, and so end a suggestion: at once, as the next key may come before the browser says where the caret is. */
const ENDING = /^(?:Arrow|Home$|End$|Page|Backspace$|Delete$)/;

/** @returns false, so that the event has its effect */
function hide(view: EditorView): false {
  if (suggestionOf(view.state)) view.dispatch(view.state.tr.setMeta(SUGGESTED, NOTHING));
  return false;
}

export const suggestionOf = (state: EditorState): Suggestion | undefined =>
  SUGGESTED.getState(state)?.suggestion;

/** What is left of a suggestion: typing its beginning shortens it, and anything else ends it. */
function shownAfter(tr: Transaction, shown: Shown): Shown {
  const set = tr.getMeta(SUGGESTED) as Shown | undefined; // only this file sets it
  if (set) return set;
  if (!tr.docChanged && !tr.selectionSet) return shown;
  const { suggestion } = shown;
  const isDismissed = tr.docChanged ? isUndone(tr) : shown.isDismissed;
  if (!suggestion || !tr.docChanged) return { suggestion: undefined, isDismissed };
  const { head, empty } = tr.selection;
  const typed = head - suggestion.at;
  const isTyping = empty && typed > 0 && tr.doc.content.size - tr.before.content.size === typed;
  const words = isTyping ? tr.doc.textBetween(suggestion.at, head) : '';
  const rest = suggestion.text.slice(typed);
  const isSame = isTyping && words.length === typed && suggestion.text.startsWith(words) && rest !== '';
  return { suggestion: isSame ? { at: head, text: rest } : undefined, isDismissed };
}

/** Whether the history made the change, or caused what another plugin has added to it. */
function isUndone(tr: Transaction): boolean {
  const cause = tr.getMeta('appendedTransaction') as Transaction | undefined; // ProseMirror sets it
  return isHistoryTransaction(cause ?? tr);
}

function decorationsOf(state: EditorState): DecorationSet | undefined {
  const suggestion = suggestionOf(state);
  if (!suggestion) return undefined;
  const { at, text } = suggestion;
  const make = (): HTMLElement => {
    const element = document.createElement('span');
    element.className = 'article-suggestion';
    element.ariaHidden = 'true'; // it's announced once, as a whole
    element.textContent = text; // a stranger's text, never markup
    return element;
  };
  return DecorationSet.create(state.doc, [
    Decoration.widget(at, make, { side: 1, key: `suggestion ${text}`, ignoreSelection: true }),
  ]);
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const suggestion = suggestionOf(view.state);
  if (!suggestion || event.isComposing) return false;
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey;
  if (key === 'Escape' && isPlain) {
    view.dispatch(
      view.state.tr.setMeta(SUGGESTED, { suggestion: undefined, isDismissed: true } satisfies Shown),
    );
    return true;
  }
  if (key === 'Tab' && isPlain) accept(view, suggestion, suggestion.text);
  else if (key === 'ArrowRight' && !shiftKey && (ctrlKey || metaKey || altKey))
    accept(view, suggestion, firstWord(suggestion.text));
  else return ENDING.test(key) && hide(view);
  return true;
}

/** Takes over a part: a change of its own, which can be undone alone. */
function accept({ state, dispatch }: EditorView, { at, text }: Suggestion, words: string): void {
  const tr = closeHistory(state.tr).insertText(words, at);
  const rest = text.slice(words.length);
  const suggestion = rest.trim() === '' ? undefined : { at: at + words.length, text: rest };
  dispatch(tr.setMeta(SUGGESTED, { suggestion, isDismissed: false } satisfies Shown).scrollIntoView());
}

/** What to ask for at the caret; undefined where nothing is suggested: in the middle of a word, with a selection, after Escape or an undo. */
export function queryAt({ state, composing, editable }: EditorView): SuggestionQuery | undefined {
  const { selection, doc } = state;
  const { $head, head, empty } = selection;
  if (!editable || composing || !empty || !$head.parent.isTextblock) return undefined;
  if (SUGGESTED.getState(state)?.isDismissed) return undefined;
  const isCode = $head.parent.type.spec.code === true;
  const language = isCode ? AI_LANGUAGES.find((each) => each === $head.parent.attrs['language']) : 'prose';
  const next = doc.textBetween(head, Math.min(head + 1, $head.end()));
  if (!language || /[\p{L}\p{N}_]/u.test(next)) return undefined;
  const between = (from: number, to: number): string => doc.textBetween(from, to, '\n\n', ' ');
  const prefix = between(Math.max(head - READ.before, 0), head);
  if (prefix.trim() === '') return undefined;
  return { prefix, suffix: between(head, Math.min(head + READ.after, doc.content.size)), language };
}
