import { launch } from './launcher/launch.mjs';

await launch(async () => (await import('./launcher/lock-file.mjs')).writeUrls);
