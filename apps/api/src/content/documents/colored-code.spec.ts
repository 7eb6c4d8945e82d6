import { CODE_LANGUAGES, codeLanguage, type CodeLanguageName } from '@sitedesk/contract/code-languages';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';
import { CODE_LIMITS, coloredCode } from './colored-code.js';

/** Some lines of each language, with others inside where it holds any, and a class that its highlighting has. */
const SAMPLES: Readonly<Record<CodeLanguageName, readonly [className: string, code: string]>> = {
  bash: ['hljs-built_in', 'set -e\nfor f in *.txt; do echo "$f" | tr a-z A-Z; done # all'],
  c: ['hljs-meta', '#include <stdio.h>\nint main(void) { printf("%d\\n", 0x1F); return 0; }'],
  cpp: ['hljs-keyword', 'template <class T> T twice(const T& x) { return x + x; } // << both'],
  csharp: ['hljs-keyword', 'public record Point(int X, int Y);\nvar s = $"{new Point(1, 2)}";'],
  css: ['hljs-selector-class', '@media print { .a > #b::before { color: #fff; width: calc(1px + 2em) } }'],
  diff: ['hljs-addition', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new'],
  dockerfile: ['hljs-keyword', 'FROM node:20 AS build\nRUN npm ci && echo "done"\nCMD ["node", "a.js"]'],
  go: ['hljs-keyword', 'package main\nfunc main() { c := make(chan int, 1); c <- 1; println(`raw`) }'],
  graphql: ['hljs-keyword', 'query Q($id: ID!) { page(id: $id) { title @include(if: true) } } # one'],
  xml: [
    'hljs-tag',
    '<!doctype html><style>p { margin: 0 }</style><p class="a" id=b>&amp;</p><script>let a = 1;</script>',
  ],
  ini: ['hljs-attr', '; comment\n[section]\nname = "value"\nport = 8080\non = true'],
  java: ['hljs-keyword', '@Override public final String name() { return """\n  text""" + 1_000L; }'],
  javascript: [
    'hljs-keyword',
    'const a = async (b) => `${await b} & <i>`; // jsx\nreturn <b id="c">{a}</b>;',
  ],
  json: ['hljs-attr', '{ "a": [1, -2.5e3, true, null], "b": "\\u00fc" }'],
  kotlin: ['hljs-keyword', 'data class P(val x: Int)\nfun main() = println("${P(1).x}")'],
  markdown: ['hljs-section', '# Title\n\n- **bold** and `code`\n\n> quote\n\n<b>html</b> [link](/a)'],
  nginx: ['hljs-section', 'server { listen 80; location ~ \\.php$ { return 404; } }'],
  php: ['hljs-variable', '<?php\nfunction f(?int $a = null): string { return "n: {$a}"; }\n?>\n<p>x</p>'],
  powershell: ['hljs-built_in', 'Get-ChildItem -Path $env:TEMP | Where-Object { $_.Length -gt 1kb } # big'],
  python: ['hljs-keyword', '@cache\ndef f(x: int) -> str:\n    """Text."""\n    return f"{x!r:>{10}}"'],
  ruby: ['hljs-keyword', 'class A < B\n  def c = puts "#{@d} #{:e}" if /f/ =~ g\nend'],
  rust: ['hljs-keyword', 'fn f<\'a>(x: &\'a str) -> Option<u8> { x.parse().ok() } // r#"raw"#'],
  scss: ['hljs-variable', '$a: 1px;\n.b { &:hover { width: $a * 2; @include c(#{$a}); } }'],
  sql: ['hljs-keyword', "SELECT count(*) FROM article WHERE title LIKE 'a%' -- all\nORDER BY 1;"],
  swift: ['hljs-keyword', 'func f(_ x: Int?) -> String { guard let x else { return "" }; return "\\(x)" }'],
  typescript: [
    'hljs-keyword',
    'interface A<T> { readonly b?: T }\nconst c = <const>["d"] satisfies string[];',
  ],
  yaml: ['hljs-attr', 'a: &b [1, "two"]\nc:\n  - *b\n  - |\n    text # no comment'],
};

/** Of what all samples become. One that differs is another renderer, with a number of its own. */
const OCTETS = '832630a6cd7ba3c1d1c8eeaa0f968a383e25b2dcfb37ec22d7ca4ff8a33dd95f';

const colored = (code: string, language: string): string => coloredCode(code, language) ?? '';

/** The text that a browser shows, if there's nothing but it in elements that have a class and nothing else. */
function shown(html: string): string | undefined {
  let isPlain = true;
  const textOf = (node: Tree.ChildNode): string => {
    if (node.nodeName === '#text') return (node as Tree.TextNode).value;
    const { tagName, attrs, childNodes } = node as Tree.Element;
    if (tagName !== 'span' || attrs.length !== 1 || !/^(?:hljs|language)-/.test(attrs[0]?.value ?? ''))
      isPlain = false;
    if (attrs[0]?.name !== 'class') isPlain = false;
    return childNodes.map(textOf).join('');
  };
  const text = parseFragment(html).childNodes.map(textOf).join('');
  return isPlain ? text : undefined;
}

/** What grammars, browsers and escaping could take for something else. */
const HOSTILE = [
  '</code></pre><script>alert(1)</script>',
  '<span class="hljs-string" onclick="a()">x</span>',
  '</span></span>',
  '&lt;b&gt; &amp;amp; &#x27; &#39; &quot; &nbsp; &copy',
  '<!--slot 0--><![CDATA[x]]><?php echo "<b>" ?>',
  '"\'`/*<!--#{${"\n\t',
  'ünïcödé \u{1F4DA} \u202E \u0301',
];

describe('code in colors', () => {
  it('is the same octets for the same code, in every language (P-55)', () => {
    expect(Object.keys(SAMPLES)).toEqual(Object.keys(CODE_LANGUAGES));
    const made = Object.entries(SAMPLES).map(([language, [className, code]]) => {
      const html = colored(code, language);
      expect([language, html]).toEqual([language, expect.stringContaining(className)]);
      expect([language, shown(html)]).toEqual([language, code]);
      return html;
    });
    expect(createHash('sha256').update(JSON.stringify(made)).digest('hex')).toBe(OCTETS);
  });

  it('doesn’t depend on what was colored before', () => {
    const [, code] = SAMPLES.xml;
    const before = colored(code, 'xml');
    for (const [language, [, other]] of Object.entries(SAMPLES)) colored(other, language);
    expect(colored(code, 'xml')).toBe(before);
    expect(before).toContain('<span class="hljs-selector-tag">p</span>'); // CSS inside
    expect(before).toContain('<span class="hljs-keyword">let</span>'); // JavaScript inside
  });

  it('knows a language by each of its words, and no other one', () => {
    expect(['js', 'c++', 'c#', 'html', 'yml', 'sh'].map(codeLanguage)).toEqual([
      'javascript',
      'cpp',
      'csharp',
      'xml',
      'yaml',
      'bash',
    ]);
    for (const word of ['', 'brainfuck', 'constructor', 'toString', '__proto__', '../core', 'handlebars'])
      expect([word, coloredCode('a', word)]).toEqual([word, undefined]);
  });

  it('says what the code says, whatever that is (P-54, P-57)', () => {
    for (const language of Object.keys(CODE_LANGUAGES))
      for (const code of [...HOSTILE, HOSTILE.join('\n')])
        expect([language, shown(colored(code, language))]).toEqual([language, code]);
    const part = fc.oneof(
      fc.constantFrom(...HOSTILE, ...Object.values(SAMPLES).map(([, code]) => code)),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(CODE_LANGUAGES)),
        fc.array(part, { maxLength: 5 }),
        (language, parts) => {
          const code = parts.join('').replaceAll(/[\0\r]/g, ''); // no text of a document has these
          expect(shown(colored(code, language))).toBe(code);
        },
      ),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) },
    );
  });

  it('stays plain over its limits', () => {
    const line = `${'1'.repeat(CODE_LIMITS.line - 1)}\n`;
    const whole = line.repeat(CODE_LIMITS.block / line.length);
    expect(coloredCode(whole, 'js')).toContain('hljs-number');
    expect(coloredCode(`${whole}1`, 'js')).toBeUndefined();
    expect(coloredCode('1'.repeat(CODE_LIMITS.line), 'js')).toContain('hljs-number');
    expect(coloredCode(`1\n${'1'.repeat(CODE_LIMITS.line + 1)}`, 'js')).toBeUndefined();
  });
});
