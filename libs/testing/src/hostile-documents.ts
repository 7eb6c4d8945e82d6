/** What would say `1` in a browser that runs it. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<details open ontoggle=alert(1)><summary>x</summary>y</details>',
  '<table background="javascript:alert(1)"><tr><td style="background:url(javascript:alert(1))">x</td></tr></table>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<p style="behavior:url(x)" onclick=alert(1)>x</p>',
  '[x](javascript:alert(1))',
];
/** Places of a document that it can stand in. */
const WRAPPED: readonly ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `Text ${attack} text`,
  (attack) => `- ${attack}`,
  (attack) => `> ${attack}`,
  (attack) => `| a |\n|---|\n| ${attack} |`,
  (attack) => `<div><p>${attack}</p></div>`,
  (attack) => `# ${attack}`,
  (attack) => `<figure>${attack}<figcaption>${attack}</figcaption></figure>`,
  (attack) => `<pre><code>${attack}</code></pre>`,
  (attack) => `**${attack}**`,
];

/** Documents in Markdown, of each script in each place. */
export const HOSTILE_DOCUMENTS: readonly string[] = SCRIPTS.flatMap((script) =>
  WRAPPED.map((wrap) => wrap(script)),
);
