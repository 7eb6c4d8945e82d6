import { HEADERS } from '@sitedesk/contract/headers';
import { setUp } from './backends.js';
import type { E2eDatabase } from './database.js';
import { type ProcessEnv, TEST_EDGE_SECRET } from './processes.js';
import { freshAddress, Visitor } from './visitor.js';

export const MULTI: ProcessEnv = { TENANCY: 'multi' };

/** Adds a tenant with these hostnames. Resolves to its id. */
export async function addTenant(
  database: E2eDatabase,
  name: string,
  ...hostnames: readonly string[]
): Promise<string> {
  return (await setUp('tenant', ['add', name, ...hostnames], database.url, MULTI)).trim();
}

/** Stores a setting of a tenant. A server that is running applies it. */
export async function setSetting(
  database: E2eDatabase,
  group: string,
  name: string,
  value: string,
  tenant?: string,
): Promise<void> {
  const whose = tenant === undefined ? [] : ['--tenant', tenant];
  await setUp('setting', ['set', group, name, value, ...whose], database.url, MULTI);
}

/** A visitor of the site of that name, as the edge proxy announces him. */
export const visitorOf = (baseUrl: string, hostname: string, address = freshAddress()): Visitor =>
  new Visitor(baseUrl, {
    headers: {
      [HEADERS.edgeSecret]: TEST_EDGE_SECRET,
      [HEADERS.originHostname]: hostname,
      'X-Forwarded-For': address,
    },
  });
