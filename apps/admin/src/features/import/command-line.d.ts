/** Text of `tools/import/sitedesk-import.mjs` (vite.config.ts). */
declare module 'virtual:sitedesk-import' {
  const source: string;
  export default source;
}
