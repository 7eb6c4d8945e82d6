/** A language whose code pages show in colors. */
interface CodeLanguage {
  /** Its own name, the same in every language that people speak. */
  readonly label: string;
  /** Other words that people write for it. */
  readonly aliases?: readonly string[];
}

/**
 * Languages of code blocks, by what highlight.js calls them. A code block may name any other language as well; its text is then shown as
 * it is. Adding one changes what the renderer writes.
 */
export const CODE_LANGUAGES = {
  bash: { label: 'Bash', aliases: ['sh', 'zsh', 'shell', 'console'] },
  c: { label: 'C', aliases: ['h'] },
  cpp: { label: 'C++', aliases: ['c++', 'cc', 'cxx', 'hpp'] },
  csharp: { label: 'C#', aliases: ['c#', 'cs'] },
  css: { label: 'CSS' },
  diff: { label: 'Diff', aliases: ['patch'] },
  dockerfile: { label: 'Dockerfile', aliases: ['docker'] },
  go: { label: 'Go', aliases: ['golang'] },
  graphql: { label: 'GraphQL', aliases: ['gql'] },
  xml: { label: 'HTML, XML', aliases: ['html', 'htm', 'xhtml', 'svg', 'vue', 'svelte', 'rss', 'atom'] },
  ini: { label: 'INI, TOML', aliases: ['toml'] },
  java: { label: 'Java' },
  javascript: { label: 'JavaScript', aliases: ['js', 'jsx', 'mjs', 'cjs', 'node'] },
  json: { label: 'JSON', aliases: ['jsonc', 'json5'] },
  kotlin: { label: 'Kotlin', aliases: ['kt', 'kts'] },
  markdown: { label: 'Markdown', aliases: ['md'] },
  nginx: { label: 'nginx', aliases: ['nginxconf'] },
  php: { label: 'PHP' },
  powershell: { label: 'PowerShell', aliases: ['ps1', 'pwsh'] },
  python: { label: 'Python', aliases: ['py'] },
  ruby: { label: 'Ruby', aliases: ['rb'] },
  rust: { label: 'Rust', aliases: ['rs'] },
  scss: { label: 'SCSS' },
  sql: { label: 'SQL', aliases: ['mysql', 'postgres', 'postgresql', 'sqlite'] },
  swift: { label: 'Swift' },
  typescript: { label: 'TypeScript', aliases: ['ts', 'tsx', 'mts', 'cts'] },
  yaml: { label: 'YAML', aliases: ['yml'] },
} as const satisfies Record<string, CodeLanguage>;
export type CodeLanguageName = keyof typeof CODE_LANGUAGES;

const NAMES: ReadonlyMap<string, CodeLanguageName> = new Map(
  Object.entries<CodeLanguage>(CODE_LANGUAGES).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((word) => [word, name as CodeLanguageName] as const),
  ),
);

/** The language that a code block names, by whichever of its words; undefined for one that pages don't show in colors. */
export const codeLanguage = (word: string): CodeLanguageName | undefined => NAMES.get(word);
