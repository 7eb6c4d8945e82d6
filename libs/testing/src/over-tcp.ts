/** The address of the tests' database without its Unix socket, for what stands between a client and its port. */
export function overTcp(databaseUrl: string): URL {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  return url;
}
