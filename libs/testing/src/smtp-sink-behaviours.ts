/** Where in a conversation the sink has to decide. `data` is asked when the client has said DATA. */
export type SinkStep = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';

/** What the sink is asked about. */
export interface SinkEvent {
  readonly step: SinkStep;
  /** Number of the connection, from 1. */
  readonly connection: number;
  /** Messages accepted so far. */
  readonly accepted: number;
  /** Sender, recipient or user name, at the steps that have one. */
  readonly subject: string | undefined;
}

/** What the sink does at a step. */
export type SinkAnswer =
  | 'ok'
  /** A refusal with a code and a text. */
  | { readonly code: number; readonly text: string }
  /** Goes on normally after so many milliseconds. */
  | { readonly afterMs: number }
  /** Ends the connection without a word. */
  | 'drop'
  /** `data` only: takes the message, says 250, and ends the connection. */
  | 'accept-and-close'
  /** `connect` only: never says anything. */
  | 'silent'
  /** `connect` only: says what is no SMTP. */
  | 'garbage'
  /** `connect` only: greets, and then sends an endless answer, one octet every so many milliseconds. */
  | { readonly octetEveryMs: number };

/** Decides for every step. */
export type SinkScript = (event: SinkEvent) => SinkAnswer;

const at =
  (step: SinkStep, answer: SinkAnswer): SinkScript =>
  (event) =>
    event.step === step ? answer : 'ok';

/** Scripts with a name, for tables of tests. */
export const SINK_BEHAVIOURS = {
  ok: () => 'ok',
  '451-mail': at('mail', { code: 451, text: 'Try the sender again later' }),
  '451-rcpt': at('rcpt', { code: 451, text: 'Try the recipient again later' }),
  '451-data': at('data', { code: 451, text: 'Try the message again later' }),
  '421-connect': at('connect', { code: 421, text: 'Too busy' }),
  '421-mail': at('mail', { code: 421, text: 'Closing the channel' }),
  '454-auth': at('auth', { code: 454, text: 'Temporary authentication failure' }),
  '535-auth': at('auth', { code: 535, text: 'Authentication credentials invalid' }),
  '530-mail': at('mail', { code: 530, text: 'Authentication required' }),
  '550-mail': at('mail', { code: 550, text: 'Sender rejected' }),
  '552-mail': at('mail', { code: 552, text: 'Message too large' }),
  '550-rcpt': at('rcpt', { code: 550, text: 'No such user here' }),
  '554-data': at('data', { code: 554, text: 'Message looks like spam' }),
  '554-connect': at('connect', { code: 554, text: 'No SMTP service here' }),
  slow: at('data', { afterMs: 1500 }),
  silent: at('connect', 'silent'),
  garbage: at('connect', 'garbage'),
  trickle: at('connect', { octetEveryMs: 1000 }),
  'drop-at-connect': at('connect', 'drop'),
  'drop-after-354': at('data', 'drop'),
  'accept-and-close': at('data', 'accept-and-close'),
} as const satisfies Readonly<Record<string, SinkScript>>;

export type SinkBehaviour = keyof typeof SINK_BEHAVIOURS;
