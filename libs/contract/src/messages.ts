/** Values for the placeholders of a text, such as `{name}`; one can be a text itself. */
export type MessageParams = Readonly<Record<string, string | number | MessageCode>>;

/** Names a text on the wire, so that a client can show it in its reader's language. */
export interface MessageCode<Code extends string = string> {
  readonly code: Code;
  readonly params?: MessageParams;
}

/** A text for people with its English, which clients show that do not know the code. */
export interface Message<Code extends string = string> extends MessageCode<Code> {
  readonly text: string;
}

/** A text without a code, which is the same in every language: another server's words, or a row from before texts had codes. */
export const verbatim = (text: string): Message => ({ code: '', text });

/** A text and its code as they are stored, side by side. */
export const storedMessage = (text: string, code: MessageCode | null): Message =>
  code ? { ...code, text } : verbatim(text);

/** The other way round, for a jsonb column. */
export const storedCode = (message: Message | null | undefined): string | null =>
  message?.code ? JSON.stringify(codeOf(message)) : null;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** A text with placeholders becomes a message once they are filled. */
type Entry<Code extends string, Text extends string> = [Placeholders<Text>] extends [never]
  ? Message<Code>
  : (params: Readonly<Record<Placeholders<Text>, string | number | Message>>) => Message<Code>;

type MessageTable<Feature extends string, Texts extends Readonly<Record<string, string>>> = {
  readonly [Key in keyof Texts & string]: Entry<`${Feature}.${Key}`, Texts[Key]>;
};

type CodeOf<Value> = Value extends Message<infer Code> | ((params: never) => Message<infer Code>)
  ? Code
  : never;

/** The codes of a feature's tables: anyone who translates them has words for each. */
export type MessageCodes<Table> = Table extends unknown ? CodeOf<Table[keyof Table]> : never;

/**
 * The texts of a feature.
 * @param feature first part of the codes: `outbox.sending`
 */
export function messages<Feature extends string, const Texts extends Readonly<Record<string, string>>>(
  feature: Feature,
  texts: Texts,
): MessageTable<Feature, Texts> {
  const entries = Object.entries(texts).map(([key, text]) => [key, entry(`${feature}.${key}`, text)]);
  return Object.fromEntries(entries) as MessageTable<Feature, Texts>; // built from its own keys
}

type Given = Readonly<Record<string, string | number | Message>>;

const entry = (code: string, text: string): Message | ((params: Given) => Message) =>
  /\{\w+\}/.test(text) ? (params) => filled(code, text, params) : { code, text };

function filled(code: string, text: string, given: Given): Message {
  const entries = Object.entries(given);
  const params = entries.map(([name, value]) => [
    name,
    typeof value === 'object' && value.code !== '' ? codeOf(value) : textOf(value),
  ]);
  const texts = entries.map(([name, value]) => [name, textOf(value)]);
  return { code, params: Object.fromEntries(params), text: fill(text, Object.fromEntries(texts)) };
}

const textOf = (value: string | number | Message): string | number =>
  typeof value === 'object' ? value.text : value;

/** The text with its placeholders filled. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** Member `Name` of an answer in English, and its code beside it; both null when there is nothing to say. */
export type Worded<Name extends string> = { readonly [Key in Name]: string | null } & {
  readonly [Key in `${Name}Code`]: MessageCode | null;
};

/** The code of a message as the wire carries it. */
export const codeOf = ({ code, params }: Message): MessageCode => (params ? { code, params } : { code });

/** Both members of an answer that carry a message. */
export const worded = <Name extends string>(name: Name, message: Message | null | undefined): Worded<Name> =>
  ({
    [name]: message?.text ?? null,
    [`${name}Code`]: message?.code ? codeOf(message) : null,
  }) as Worded<Name>; // computed names widen to an index signature
