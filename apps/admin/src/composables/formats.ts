/** Making a formatter takes longer than a hundred uses of it, so there is one for each language and set of options. */
const formats = new Map<string, unknown>();

function shared<Format>(kind: string, locale: string, options: object, make: () => Format): Format {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  const known = (formats.get(key) as Format | undefined) ?? make(); // the key says which kind it is
  formats.set(key, known);
  return known;
}

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  shared('date', locale, options, () => new Intl.DateTimeFormat(locale, options));

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  shared('number', locale, options, () => new Intl.NumberFormat(locale, options));

export const relativeFormat = (
  locale: string,
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat =>
  shared('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options));
