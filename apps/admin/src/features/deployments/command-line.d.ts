/** Text of `tools/deploy/sitedesk-deploy.mjs` (vite.config.ts). */
declare module 'virtual:sitedesk-deploy' {
  const source: string;
  export default source;
}
