/** Some members of an object. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>; // just made of them
