import { emailButton, emailRow, emailShell, factsTable } from '../../email/email-shell.js';

/**
 * The notification, for Handlebars. As constants, because the compiler copies no .hbs files. The only link leads to the
 * administration, so nothing a visitor wrote can be clicked.
 */
export const CONTACT_HTML = emailShell({
  language: '{{language}}',
  heading: '{{heading}}',
  subheading: `<div class="text" style="margin-top:2px;font-size:15px;line-height:22px;color:#33373f;word-break:break-word;">{{email}}</div>
`,
  rows: [
    emailRow(
      '20px 30px 24px',
      `<div class="text" style="font-size:15px;line-height:24px;color:#23262d;white-space:pre-wrap;word-break:break-word;">{{#each lines}}{{this}}<br>{{/each}}</div>
{{#if link}}<p style="margin:24px 0 0;">${emailButton('{{link}}', '{{open}}')}</p>{{/if}}`,
    ),
    emailRow('16px 30px 22px', factsTable('break-all')),
  ],
  footer: '{{advice}}',
});

/** The same for readers of plain text. Rendered without escaping: plain text has nothing to escape. */
export const CONTACT_TEXT = `{{heading}} ({{siteName}})

{{emailLabel}}: {{email}}
{{#each facts}}
{{label}}: {{value}}
{{/each}}

------------------------------------------------------------

{{message}}

------------------------------------------------------------
{{advice}}
{{#if link}}

{{open}}:
{{link}}
{{/if}}
`;
