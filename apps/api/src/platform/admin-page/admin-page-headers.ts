/**
 * Style elements that the interface kit adds at run time, by their hashes; everything else comes from our own files. The
 * browser tests fail on every violation, so a new version of the kit cannot change them unnoticed.
 */
const KIT_STYLES: readonly string[] = ['sha256-iqCqbpn+Z/E90cS4MgvaCG5f00igsgBpn9goK8mHJCs='];

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", ...KIT_STYLES.map((hash) => `'${hash}'`)].join(' '),
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'media-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** Of the page of the administration: no inline script, no other host. */
export const ADMIN_PAGE_HEADERS = {
  'Content-Security-Policy': Object.entries(POLICY)
    .map(([name, value]) => `${name} ${value}`)
    .join('; '),
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;
