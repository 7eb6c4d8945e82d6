/** Tokens of a text, estimated: four characters of the Latin alphabet are about one, others are about one for each three octets. */
export function estimatedTokens(text: string): number {
  const ascii = text.replace(/[^\x00-\x7f]/g, '').length; // eslint-disable-line no-control-regex -- what ASCII is
  const others = Buffer.byteLength(text) - ascii;
  return Math.ceil(ascii / 4 + others / 3);
}
