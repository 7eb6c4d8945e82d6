import PostalMime, { type Address, type Email } from 'postal-mime';

const PREVIEW_LENGTH = 140;
/** A notification has what the visitor wrote between two lines of dashes; other emails have none. */
const BETWEEN_RULES = /^-{20,}$(.*)^-{20,}$/ms;

/** A caught mail as it is shown. */
export interface Mail {
  readonly from: string;
  readonly replyTo: string;
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
}

/** What the list shows of an email. */
export interface MailSummary {
  /** Time of arrival and chance; sorts by time. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly subject: string;
  /** First words: the visitor's in a notification, otherwise those of the text. */
  readonly preview: string;
}

/** Reads an email as it came over the wire. Whatever is missing in it is an empty text. */
export async function readMail(raw: Buffer): Promise<Mail> {
  const email: Email = await PostalMime.parse(raw);
  return {
    from: addresses(email.from ? [email.from] : []),
    replyTo: addresses(email.replyTo ?? []),
    to: addresses(email.to ?? []),
    subject: email.subject ?? '',
    messageId: email.messageId ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
  };
}

export function summaryOf(id: string, mail: Mail): MailSummary {
  return {
    id,
    receivedAt: new Date(Number(id.split('-')[0])),
    from: mail.from,
    subject: mail.subject,
    preview: wordsOf(mail.text).replace(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH),
  };
}

const wordsOf = (text: string): string => BETWEEN_RULES.exec(text.replaceAll('\r', ''))?.[1] ?? text;

const addresses = (list: readonly Address[]): string => list.flatMap(addressTexts).join(', ');

function addressTexts(address: Address): readonly string[] {
  if (address.group) return address.group.flatMap(addressTexts);
  const { name, address: mailbox } = address;
  return [name && name !== mailbox ? `${name} <${mailbox}>` : mailbox];
}
