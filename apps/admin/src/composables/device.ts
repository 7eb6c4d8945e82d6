import Bowser from 'bowser';

/**
 * What a `User-Agent` says of the device.
 * @returns `name` such as `Safari · iPhone`, empty for a program that is no browser we know
 */
export function deviceOf(userAgent: string): { readonly name: string; readonly isHandheld: boolean } {
  const { browser, os, platform } = Bowser.parse(userAgent || 'unknown'); // the empty one is refused
  return {
    name: [browser.name, platform.model ?? os.name].filter(Boolean).join(' · '),
    isHandheld: platform.type === 'mobile' || platform.type === 'tablet',
  };
}
