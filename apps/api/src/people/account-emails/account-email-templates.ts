import { emailButton, emailRow, emailShell, factsTable } from '../../email/email-shell.js';

/** Emails to people who run a site, for Handlebars. As constants, because the compiler copies no .hbs files. */
export const ACCOUNT_HTML = emailShell({
  language: '{{language}}',
  heading: '{{subject}}',
  rows: [
    emailRow(
      '20px 30px 24px',
      `<p class="text" style="margin:0 0 12px;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{greeting}}</p>
{{#each paragraphs}}
<p class="text" style="margin:0 0 12px;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{this}}</p>
{{/each}}
{{#if action}}
<p style="margin:20px 0;">${emailButton('{{action.link}}', '{{action.label}}')}</p>
<p class="quiet" style="margin:0 0 4px;font-size:13px;line-height:19px;color:#6b7280;">{{copyLink}}</p>
<p class="text" style="margin:0;font-size:13px;line-height:19px;color:#33373f;word-break:break-all;">{{action.link}}</p>
{{/if}}`,
    ),
    `{{#if facts}}\n${emailRow('16px 30px 22px', factsTable('break-word'))}{{/if}}\n`,
  ],
  footer: '{{closing}}',
});

/** The same for readers of plain text. Rendered without escaping: plain text has nothing to escape. */
export const ACCOUNT_TEXT = `{{greeting}}
{{#each paragraphs}}

{{this}}
{{/each}}
{{#if action}}

{{action.label}}:
{{action.link}}
{{/if}}
{{#if facts}}

{{#each facts}}
{{label}}: {{value}}
{{/each}}
{{/if}}

------------------------------------------------------------
{{closing}}
{{siteName}}
`;
