import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Self-signed, for a name that nobody has; it protects nothing. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmu7Sq92qlyj6/iES
3C1SbTV0aTanIv3tOyoEHPQiQA2hRANCAAQxTsA5hFv3AfqLqz9j4jO5EqOWXn17
rhTStUSc7zgF9pO+hmTNUOyPWaA04a927QBRoryoapCRzSTTcbNraYLD
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUJSI8DbbsD1Y69oOIlLP9EFYNCxAwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNc3RyYW5nZXIudGVzdDAgFw0yNjExMjIxMjIyMjNaGA8yMTI2
MTAyOTEyMjIyM1owGDEWMBQGA1UEAwwNc3RyYW5nZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABDFOwDmEW/cB+ourP2PiM7kSo5ZefXuuFNK1RJzvOAX2
k76GZM1Q7I9ZoDThr3btAFGivKhqkJHNJNNxs2tpgsOjUzBRMB0GA1UdDgQWBBRL
X7fjIXgzVcQaujhvMhpgLboeRjAfBgNVHSMEGDAWgBRLX7fjIXgzVcQaujhvMhpg
LboeRjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCZ3/dbjyiv
KlFdlmODwjmxxSemqq68bdaFh0C2MAKWggIgOsMIIY5fPOlV4ldLPrXZ1wCBN5nA
ZfaKglNhdF4Vn2M=
-----END CERTIFICATE-----`;

const SERVER = `
const options = { key: process.env.KEY, cert: process.env.CERTIFICATE };
const server = require('node:https').createServer(options, (request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** A server whose certificate nobody vouches for. In a process of its own: Node has crashed when both sides shared one. */
export async function startTlsServer(): Promise<{ readonly port: number; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', SERVER], {
    env: { ...process.env, KEY, CERTIFICATE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(port.toString()), process: child };
}
