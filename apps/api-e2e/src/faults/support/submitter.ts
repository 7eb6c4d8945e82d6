import { HEADERS } from '@sitedesk/contract/headers';
import type { Answer } from '../../harness/http.js';
import { MESSAGE, Visitor, type VisitorOptions } from '../../harness/visitor.js';

/** Uses one token may have; the rest is kept for requests under way. */
const USES = 15;

/** Submits with few tokens, so that load on the form is not load on the script. */
export class Submitter {
  private readonly visitor: Visitor;
  private token: Promise<string> | undefined;
  private uses = 0;

  constructor(baseUrl: string, options: VisitorOptions = {}) {
    this.visitor = new Visitor(baseUrl, options);
  }

  async submit(
    body: unknown = MESSAGE,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answer> {
    const token = await this.nextToken();
    return this.visitor.submit(body, { [HEADERS.antiforgery]: token, ...headers });
  }

  private nextToken(): Promise<string> {
    if (this.uses % USES === 0) this.token = this.visitor.token();
    this.uses += 1;
    return this.token ?? this.visitor.token();
  }
}
