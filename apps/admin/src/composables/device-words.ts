/** The newest name wins: Edge says that it is Chrome, and Chrome that it is Safari. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgi?(?:A|OS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system out of a `User-Agent`; either is empty when it is none we know. */
export function deviceWords(userAgent: string): {
  readonly browser: string;
  readonly system: string;
  readonly isHandheld: boolean;
} {
  const nameIn = (names: typeof BROWSERS): string =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
  const system = nameIn(SYSTEMS);
  return { browser: nameIn(BROWSERS), system, isHandheld: /^(iPhone|iPad|Android)$/.test(system) };
}
