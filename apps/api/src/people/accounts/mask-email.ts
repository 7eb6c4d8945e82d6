/** An address as the audit log may hold it: `an…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)].slice(0, 2).join('')}…${email.slice(at)}`;
}
