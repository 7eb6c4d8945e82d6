import type { BrowserContext } from 'playwright-core';

/** Those that the running test has opened, and how each ends. */
const opened = new Map<BrowserContext, () => Promise<void>>();
const complaints: string[] = [];
let testing = false;

/** What a page opened within a test has of its own ends with the test; what stands before all tests stays. */
export function endAfterTest(context: BrowserContext, end: () => Promise<void>): void {
  if (testing) opened.set(context, end);
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
  const said = takeComplaints();
  await Promise.all([...opened.values()].map((end) => end()));
  opened.clear();
  takeComplaints(); // of a page that is left while it loads
  expect(said).toEqual([]);
});
