import type { BrowserContext } from 'playwright-core';

/** Those that the running test has opened. */
const opened = new Set<BrowserContext>();
const complaints: string[] = [];
let testing = false;

/** What a page opened within a test has of its own closes with the test; what stands before all tests stays. */
export function closeAfterTest(context: BrowserContext): void {
  if (testing) opened.add(context);
}

/** Something that no page may do: an error, a violation of the policy, a request to strangers. It fails the test. */
export function complain(what: string): void {
  complaints.push(what);
}

/** What pages have complained of since, for a test that causes it on purpose. */
export const takeComplaints = (): readonly string[] => complaints.splice(0);

beforeEach(() => {
  testing = true;
});

afterEach(async () => {
  testing = false;
  await Promise.all([...opened].map((context) => context.close()));
  opened.clear();
  expect(takeComplaints()).toEqual([]);
});
