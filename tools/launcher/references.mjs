/** `ID-16`: one or two capital letters and two digits, so that UTF-8, SHA-256 and P-256 are none. */
const ID = /(?<![\w-])[A-Z]{1,2}-\d{2}(?![\w-])/g;
/** `specification 4.2`, `specification 2.1 and 7`, `specification 4.1 to 4.3`. */
const SECTIONS = /\bspecification (?:section )?(\d(?:\.\d)?(?:(?:, | and | to )\d(?:\.\d)?)*)(?!\w)/gi;
/** Documents outside the repository, by name. */
const ELSEWHERE =
  /\b(?:acceptance|design|integrations|publishing|users)\.md\b|\bacceptance,? (?:section )?\d/gi;
/** A line of `docs/requirements`: `- **ID-16** Authenticator codes …` */
const LINE = /^- \*\*(.+?)\*\* \S/gm;

/**
 * Ids of all requirements; sections of the specification as `specification 4.2`.
 * @param {readonly { readonly name: string, readonly text: string }[]} files of `docs/requirements`
 * @returns {ReadonlySet<string>}
 */
export function definedReferences(files) {
  return new Set(
    files.flatMap(({ name, text }) =>
      [...text.matchAll(LINE)].map(([, id]) =>
        name === 'specification.md' ? `specification ${id}` : String(id),
      ),
    ),
  );
}

/**
 * One sentence for each reference without a line in `docs/requirements`.
 * @param {string} file
 * @param {string} text
 * @param {ReadonlySet<string>} defined
 * @returns {readonly string[]}
 */
export function unresolvedReferences(file, text, defined) {
  return text.split('\n').flatMap((line, index) => {
    const place = `${file}:${index + 1}`;
    const unknown = referencesIn(line).filter((reference) => !defined.has(reference));
    return [
      ...unknown.map((reference) => `${place}: ${reference} has no line in docs/requirements.`),
      ...(line.match(ELSEWHERE) ?? []).map((name) => `${place}: "${name}" is not in the repository.`),
    ];
  });
}

/** @param {string} line */
function referencesIn(line) {
  const sections = [...line.matchAll(SECTIONS)].flatMap(
    ([, list]) => String(list).match(/\d(?:\.\d)?/g) ?? [],
  );
  return [...(line.match(ID) ?? []), ...sections.map((section) => `specification ${section}`)];
}
