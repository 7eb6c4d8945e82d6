/**
 * What a model answers to texts below lines such as `[1 fence]`: the same lines, with each text translated.
 * @param translate gets a text as it was sent, with its tags
 */
export const translateAs =
  (translate: (text: string) => string) =>
  (input: string): string =>
    input.replace(
      /(\[\d+ [0-9a-f]+\]\n)([\s\S]*?)(?=\n\[(?:\d+|end) [0-9a-f]+\])/g,
      (_whole, line: string, text: string) => line + translate(text),
    );
