/** What a password is judged by. */
export interface PasswordContext {
  readonly secondFactor: boolean;
  readonly email: string;
  readonly hostnames: readonly string[];
  readonly productName: string;
  readonly siteName?: string | undefined;
}

export interface PasswordProblem {
  readonly message: string;
}

/** What is wrong with a password, if anything (ID-01). */
export async function checkPassword(
  password: string,
  { secondFactor }: PasswordContext,
): Promise<PasswordProblem | undefined> {
  const min = secondFactor ? 8 : 15;
  return [...password].length < min ? { message: `Use at least ${min} characters.` } : undefined;
}
