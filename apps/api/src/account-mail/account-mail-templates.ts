/**
 * Mails to people who run a site, for Handlebars. As constants, because the compiler copies no .hbs files.
 * Every value is escaped here and nowhere else; there is no picture and nothing is loaded from anywhere.
 */
export const ACCOUNT_HTML = `<!doctype html>
<html lang="en">
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
<h1 class="strong" style="margin:4px 0 0;font-size:20px;line-height:28px;font-weight:600;color:#16181d;">{{subject}}</h1>
</td></tr>
<tr><td class="cell rule" style="padding:20px 30px 24px;border-top:1px solid #e9ebee;">
<p class="text" style="margin:0 0 12px;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{greeting}}</p>
{{#each paragraphs}}
<p class="text" style="margin:0 0 12px;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{this}}</p>
{{/each}}
{{#if action}}
<p style="margin:20px 0;"><a href="{{action.link}}" style="display:inline-block;padding:11px 20px;border-radius:8px;background-color:#1f5fd6;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;">{{action.label}}</a></p>
<p class="quiet" style="margin:0 0 4px;font-size:13px;line-height:19px;color:#6b7280;">Or copy this address into the browser:</p>
<p class="text" style="margin:0;font-size:13px;line-height:19px;color:#33373f;word-break:break-all;">{{action.link}}</p>
{{/if}}
</td></tr>
{{#if facts}}
<tr><td class="cell rule" style="padding:16px 30px 22px;border-top:1px solid #e9ebee;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
{{#each facts}}
<tr>
<td class="quiet" valign="top" style="padding:2px 16px 2px 0;font-size:13px;line-height:19px;color:#6b7280;white-space:nowrap;">{{label}}</td>
<td class="text" valign="top" style="padding:2px 0;font-size:13px;line-height:19px;color:#33373f;word-break:break-word;">{{value}}</td>
</tr>
{{/each}}
</table>
</td></tr>
{{/if}}
</table>
<div class="quiet" style="max-width:600px;padding:16px 8px 0;font-size:12px;line-height:18px;color:#6b7280;">{{closing}}</div>
</td></tr>
</table>
</body>
</html>
`;

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
