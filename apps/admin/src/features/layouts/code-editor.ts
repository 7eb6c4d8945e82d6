import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { AiLanguage } from '@sitedesk/contract/ai';
import { LAYOUT_SLOTS, type LayoutPane, type LayoutProblem } from '@sitedesk/contract/layouts';

/** What the editor is told, and tells. */
interface CodeEditorOptions {
  /** A shadow root: the editor's style sheets are adopted there, which the policy of the page allows. */
  readonly root: ShadowRoot;
  readonly labelOf: (pane: LayoutPane) => string;
  /** The editor's own words in the reader's language. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly changed: (pane: LayoutPane, text: string) => void;
}

/** Editor of the panes of a layout, one at a time; each keeps its history. */
export interface CodeEditor {
  show(pane: LayoutPane, text: string): void;
  /** Another text from outside, such as an older version. */
  replace(text: string): void;
  mark(problems: readonly LayoutProblem[], wordsOf: (problem: LayoutProblem) => string): void;
  goTo(line: number, column: number): void;
  /** At the caret. */
  insert(text: string): void;
  focus(): void;
  /** What the editor can do beside, by the language of the pane; takes the place of what was given before. */
  extend(extension: (language: AiLanguage) => Extension): void;
  destroy(): void;
}

/** Colours of the administration, in whichever theme it is. */
const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ui-text-highlighted)', backgroundColor: 'var(--ui-bg-elevated)' },
  '&.cm-focused': { outline: '2px solid var(--ui-primary)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
    fontSize: '13px',
    lineHeight: '1.6',
  },
  '.cm-content': { caretColor: 'var(--ui-text-highlighted)' },
  '.cm-cursor': { borderLeftColor: 'var(--ui-text-highlighted)' },
  '.cm-gutters': {
    color: 'var(--ui-text-muted)',
    backgroundColor: 'var(--ui-bg-elevated)',
    borderRight: '1px solid var(--ui-border)',
  },
  '.cm-suggestion': { color: 'var(--ui-text-muted)', fontStyle: 'italic', whiteSpace: 'pre-wrap' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-selected)',
  },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--ui-text-highlighted)',
    backgroundColor: 'var(--ui-bg-muted)',
    borderColor: 'var(--ui-border)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--ui-text-highlighted)',
    backgroundColor: 'var(--surface-selected)',
  },
  '.cm-textfield, .cm-button': {
    color: 'inherit',
    backgroundColor: 'var(--ui-bg-elevated)',
    backgroundImage: 'none',
    borderColor: 'var(--ui-border-accented)',
  },
});
const COLOURS = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword, tags.definitionKeyword], color: 'var(--ui-primary)' },
  { tag: [tags.attributeName, tags.propertyName, tags.className], color: 'var(--ui-info)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--ui-success)' },
  { tag: [tags.number, tags.bool, tags.color, tags.unit], color: 'var(--ui-warning)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ui-text-muted)', fontStyle: 'italic' },
]);

const LANGUAGES: Readonly<Record<LayoutPane, () => Extension>> = {
  head: html,
  bodyAttributes: () => [],
  header: html,
  footer: html,
  css,
  js: javascript,
};

/** For what completes code. */
const LANGUAGE_NAMES: Readonly<Record<LayoutPane, AiLanguage>> = {
  head: 'html',
  bodyAttributes: 'html',
  header: 'html',
  footer: 'html',
  css: 'css',
  js: 'javascript',
};

const slots: CompletionSource = (context) => {
  const word = context.matchBefore(/\{\{[\w.-]*/);
  if (!word) return null;
  return { from: word.from, options: Object.keys(LAYOUT_SLOTS).map((name) => ({ label: `{{${name}}}` })) };
};

export function createCodeEditor({ root, labelOf, phrases, changed }: CodeEditorOptions): CodeEditor {
  const states = new Map<LayoutPane, EditorState>();
  const beside = new Compartment();
  let extensionOf: (language: AiLanguage) => Extension = () => [];
  let current: LayoutPane | undefined;
  const view = new EditorView({ root, parent: root });
  const newState = (pane: LayoutPane, doc: string): EditorState =>
    EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        LANGUAGES[pane](),
        EditorState.languageData.of(() => [{ autocomplete: slots }]),
        autocompletion(),
        lintGutter(),
        beside.of([]),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          indentWithTab,
        ]),
        THEME,
        syntaxHighlighting(COLOURS),
        EditorState.phrases.of(phrases),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': labelOf(pane), tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(pane, update.state.doc.toString());
        }),
      ],
    });
  const extendCurrent = (): void => {
    const extension = current && extensionOf(LANGUAGE_NAMES[current]);
    view.dispatch({ effects: beside.reconfigure(extension ?? []) });
  };
  const replace = (text: string): void => {
    if (text === view.state.doc.toString()) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  };
  const offsetOf = (line: number, column: number): number => {
    const found = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    return Math.min(found.from + column - 1, found.to);
  };
  return {
    show(pane, text) {
      if (current) states.set(current, view.state);
      current = pane;
      view.setState(states.get(pane) ?? newState(pane, text));
      extendCurrent();
      replace(text);
    },
    replace,
    mark(problems, wordsOf) {
      const diagnostics = problems
        .filter(({ pane }) => pane === current)
        .map((problem): Diagnostic => {
          const from = offsetOf(problem.line, problem.column);
          return { from, to: from, severity: problem.level, message: wordsOf(problem) };
        });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(line, column) {
      view.dispatch({ selection: { anchor: offsetOf(line, column) }, scrollIntoView: true });
      view.focus();
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    focus: () => view.focus(),
    extend(extension) {
      extensionOf = extension;
      extendCurrent();
    },
    destroy: () => view.destroy(),
  };
}
