/** What a mail server's form holds; texts as typed. */
export interface SmtpForm {
  host: string;
  port: string;
  /** `starttls`: encrypted after the greeting, port 587; `tls`: from the start, port 465. */
  security: 'starttls' | 'tls';
  user: string;
  password: string;
}

/** The form as one connection string; empty without a host. */
export function smtpAddress({ host, port, security, user, password }: Readonly<SmtpForm>): string {
  if (host.trim() === '') return '';
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`;
  const credentials = user.trim() === '' ? '' : `${encodeURIComponent(user.trim())}${secret}@`;
  const place = port.trim() === '' ? host.trim() : `${host.trim()}:${port.trim()}`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}${place}`;
}
