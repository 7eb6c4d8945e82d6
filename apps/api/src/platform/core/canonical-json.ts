import { remembering } from './remembering.js';

const nameOf = remembering((name) => `${JSON.stringify(name)}:`);

/** One text for equal values: with members in order, because the database does not keep theirs. Takes JSON values only. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const members = value as Readonly<Record<string, unknown>>; // checked: an object
  for (const name of Object.keys(members).toSorted())
    text += `${text && ','}${nameOf(name)}${canonicalJson(members[name])}`;
  return `{${text}}`;
}
