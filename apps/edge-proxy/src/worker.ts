import { misconfigured } from './contact-answers.js';
import { handle } from './handle.js';
import {
  EdgeSettingsError,
  readEdgeSettings,
  type EdgeSettings,
  type EdgeSettingsSource,
} from './settings.js';

/** The platform in front sets it to the visitor's address and lets no client do so. */
const PEER_HEADER = 'cf-connecting-ip';

/** Adapter for Cloudflare-style Workers, module syntax: the settings are the bindings of the deployment. */
const worker = {
  async fetch(request: Request, bindings: EdgeSettingsSource): Promise<Response> {
    const settings = settingsOf(bindings);
    if (!settings) return misconfigured();
    return handle(request, { ...settings, clientAddress: request.headers.get(PEER_HEADER) ?? undefined });
  },
};

function settingsOf(bindings: EdgeSettingsSource): EdgeSettings | undefined {
  try {
    return readEdgeSettings(bindings);
  } catch (error) {
    if (!(error instanceof EdgeSettingsError)) throw error;
    console.error(`The edge proxy isn’t configured. ${error.message}`); // eslint-disable-line no-console -- the only log that a Worker has
    return undefined;
  }
}

// The module syntax of Workers asks for a default export.
export default worker;
