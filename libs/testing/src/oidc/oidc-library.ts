/** The module oidc-provider. */
export type OidcLibrary = typeof import('oidc-provider');

let loaded: Promise<OidcLibrary> | undefined;

/** Loads oidc-provider when a test first wants it: specs that use only the other stand-ins do not pay for it. */
export function loadOidcLibrary(): Promise<OidcLibrary> {
  loaded ??= importQuietly();
  return loaded;
}

/** On Node 20 the module says at its first import that it prefers a newer one; every spec's output would repeat it. */
async function importQuietly(): Promise<OidcLibrary> {
  const { warn } = console;
  const others = (...said: readonly unknown[]): void => {
    if (!String(said[0]).startsWith('oidc-provider ')) warn(...said);
  };
  console.warn = others; // eslint-disable-line no-console -- put back below
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn; // eslint-disable-line no-console -- nothing is printed here
  }
}
