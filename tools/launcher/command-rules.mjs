/** `npm run tenant -- add-host`, and what verbs follow it: `list|set|unset`, in tables `list\|set`. */
const COMMAND = /npm run ([a-z][\w:-]*)(?: -- ([a-z][a-z0-9-]*(?:\\?\|[a-z][a-z0-9-]*)*))?/g;

/**
 * One sentence for each command of a document that does not exist.
 * @param {string} file
 * @param {string} text
 * @param {Readonly<Record<string, string>>} scripts of package.json
 * @param {(name: string) => string} usageOf the source of a command of the command line, with its usage; empty for others
 * @returns {readonly string[]}
 */
export function unknownCommands(file, text, scripts, usageOf) {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(COMMAND)].flatMap(([, name = '', verbs]) => {
      const place = `${file}:${index + 1}`;
      if (!Object.hasOwn(scripts, name)) return [`${place}: there is no command npm run ${name}.`];
      const usage = usageOf(name);
      if (usage === '' || verbs === undefined) return [];
      return verbs
        .split(/\\?\|/)
        .filter((verb) => !new RegExp(`npm run ${name} -- ${verb}(?![\\w-])`).test(usage))
        .map((verb) => `${place}: there is no command npm run ${name} -- ${verb}.`);
    }),
  );
}
