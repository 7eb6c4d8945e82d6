/** Jest `globalTeardown`: stops and deletes the server that `postgres-global-setup.mjs` started, if it started one. */
export default async function tearDownPostgres() {
  await globalThis.sitedeskTestPostgres?.();
  delete globalThis.sitedeskTestPostgres;
}
