/**
 * What every email of the product looks like, for Handlebars. Every value is escaped by Handlebars and nowhere else; there
 * is no picture and nothing is loaded from anywhere.
 */
interface EmailParts {
  /** Code of the language, or an expression that gives it. */
  readonly language?: string;
  readonly heading: string;
  /** Below the heading. */
  readonly subheading?: string;
  /** Made by {@link emailRow}. */
  readonly rows: readonly string[];
  /** Below the card. */
  readonly footer: string;
}

/** One row of the card, below the rule. */
export const emailRow = (padding: string, content: string): string =>
  `<tr><td class="cell rule" style="padding:${padding};border-top:1px solid #e9ebee;">
${content}
</td></tr>
`;

/** A link as a button; both are expressions of Handlebars. */
export const emailButton = (link: string, label: string): string =>
  `<a href="${link}" style="display:inline-block;padding:11px 20px;border-radius:8px;background-color:#1f5fd6;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;">${label}</a>`;

/** Names and values. */
export const factsTable = (wordBreak: 'break-all' | 'break-word'): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0">
{{#each facts}}
<tr>
<td class="quiet" valign="top" style="padding:2px 16px 2px 0;font-size:13px;line-height:19px;color:#6b7280;white-space:nowrap;">{{label}}</td>
<td class="text" valign="top" style="padding:2px 0;font-size:13px;line-height:19px;color:#33373f;word-break:${wordBreak};">{{value}}</td>
</tr>
{{/each}}
</table>`;

export const emailShell = ({
  language = 'en',
  heading,
  subheading = '',
  rows,
  footer,
}: EmailParts): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #131417 !important; }
  .card { background-color: #1d1f24 !important; border-color: #33363d !important; }
  .strong { color: #f2f3f5 !important; }
  .text { color: #dcdee3 !important; }
  .quiet { color: #9a9fab !important; }
  .rule { border-color: #33363d !important; }
}
@media (max-width: 480px) {
  .page { padding: 12px !important; }
  .cell { padding-left: 18px !important; padding-right: 18px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background-color:#f4f5f7;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#ffffff;border:1px solid #e3e5e9;border-radius:10px;text-align:left;">
<tr><td class="cell" style="padding:26px 30px 18px;">
<div class="quiet" style="font-size:13px;line-height:18px;color:#6b7280;">{{siteName}}</div>
<h1 class="strong" style="margin:4px 0 0;font-size:20px;line-height:28px;font-weight:600;color:#16181d;">${heading}</h1>
${subheading}</td></tr>
${rows.join('')}</table>
<div class="quiet" style="max-width:600px;padding:16px 8px 0;font-size:12px;line-height:18px;color:#6b7280;">${footer}</div>
</td></tr>
</table>
</body>
</html>
`;
