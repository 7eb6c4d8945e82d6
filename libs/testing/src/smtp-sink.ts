import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { type SMTPServerDataStream, type SMTPServerSession, SMTPServer } from 'smtp-server';
import {
  SINK_BEHAVIOURS,
  type SinkAnswer,
  type SinkBehaviour,
  type SinkScript,
  type SinkStep,
} from './smtp-sink-behaviours.js';

/** An email that the sink took. */
export interface SinkMessage {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** As it came over the wire, dots unstuffed. */
  readonly raw: string;
  readonly mail: Email;
  readonly secure: boolean;
  /** Who signed in; undefined when nobody did. */
  readonly user: string | undefined;
}

export interface SinkOptions {
  /** Signing in is required with exactly these; without, it is not offered. */
  readonly auth?: { readonly user: string; readonly pass: string };
  /** `starttls` (default) offers it, `implicit` starts with it, `none` has none. The certificate is self-signed. */
  readonly tls?: 'starttls' | 'implicit' | 'none';
  readonly behaviour?: SinkBehaviour | SinkScript;
}

/** A mail server for tests: speaks SMTP, keeps what it gets, and misbehaves on demand. */
export interface SmtpSink {
  /** Connection string that works with this sink as it is. */
  readonly url: string;
  readonly port: number;
  readonly messages: readonly SinkMessage[];
  /** Connections made so far. */
  readonly connections: number;
  /** Connections open now. */
  readonly openConnections: number;
  behave(behaviour: SinkBehaviour | SinkScript): void;
  /** The messages, once there are `count` of them. Rejects after `timeoutMs`. */
  waitFor(count: number, timeoutMs?: number): Promise<readonly SinkMessage[]>;
  /** Forgets the messages so far. */
  clear(): void;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

const WAIT_MS = 180_000;
/** Lets the last answer leave, through TLS too, before the connection ends. */
const FLUSH_MS = 30;

/** Starts a sink on a free local port. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = new Sink(options);
  await sink.listen();
  return sink;
}

interface Connection {
  readonly number: number;
  readonly socket: Socket;
}

class Sink implements SmtpSink {
  readonly messages: SinkMessage[] = [];
  connections = 0;
  private script: SinkScript;
  private readonly byPort = new Map<number, Connection>();
  private readonly waiting = new Set<() => void>();
  private readonly smtp: SMTPServer;
  private readonly listener = createServer((socket) => this.accept(socket));

  constructor(private readonly options: SinkOptions) {
    this.script = scriptOf(options.behaviour ?? 'ok');
    this.smtp = this.createSmtpServer();
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port; // a TCP server that listens has one
  }

  get url(): string {
    const { auth, tls = 'starttls' } = this.options;
    const credentials = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : '';
    const query = tls === 'none' ? 'requireTLS=false' : 'tls.rejectUnauthorized=false';
    return `${tls === 'implicit' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${this.port}?${query}`;
  }

  get openConnections(): number {
    return this.byPort.size;
  }

  async listen(): Promise<void> {
    this.listener.listen(0, '127.0.0.1');
    await once(this.listener, 'listening');
  }

  behave(behaviour: SinkBehaviour | SinkScript): void {
    this.script = scriptOf(behaviour);
  }

  clear(): void {
    this.messages.length = 0;
  }

  waitFor(count: number, timeoutMs = WAIT_MS): Promise<readonly SinkMessage[]> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        if (this.messages.length < count) return;
        clearTimeout(timer);
        this.waiting.delete(settle);
        resolve([...this.messages]);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(settle);
        reject(new Error(`The sink has ${this.messages.length} of ${count} messages after ${timeoutMs} ms.`));
      }, timeoutMs);
      this.waiting.add(settle);
      settle();
    });
  }

  async close(): Promise<void> {
    const closed = once(this.listener, 'close');
    this.listener.close();
    for (const { socket } of this.byPort.values()) socket.destroy();
    await closed;
  }

  /** Decides about the connection before smtp-server sees it, because that always greets. */
  private accept(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.connections += 1;
    this.byPort.set(port, { number: this.connections, socket });
    socket.once('close', () => this.byPort.delete(port));
    socket.on('error', () => socket.destroy());
    const answer = this.ask('connect', port);
    if (answer === 'drop') return void socket.destroy();
    if (answer === 'silent') return void socket.resume();
    if (answer === 'garbage') return void socket.end('\u0000\u0001 this is no mail server \r\nat all\r\n');
    if (typeof answer === 'object' && 'code' in answer)
      return void socket.end(`${answer.code} ${answer.text}\r\n`);
    if (typeof answer === 'object' && 'octetEveryMs' in answer) return trickle(socket, answer.octetEveryMs);
    this.smtp.server.emit('connection', socket);
  }

  private createSmtpServer(): SMTPServer {
    const { auth, tls = 'starttls' } = this.options;
    const server = new SMTPServer({
      logger: false,
      disableReverseLookup: true,
      secure: tls === 'implicit',
      authOptional: true,
      allowInsecureAuth: true,
      hideENHANCEDSTATUSCODES: true,
      disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(auth ? [] : ['AUTH'])],
      onAuth: (login, session, done) => {
        const good = login.username === auth?.user && login.password === auth?.pass;
        this.decide('auth', session, login.username, (error) => {
          if (error) return done(error);
          return good
            ? done(null, { user: login.username })
            : done(refusal(535, 'Wrong user name or password'));
        });
      },
      onMailFrom: (address, session, done) => {
        if (auth && !session.user) return done(refusal(530, 'Authentication required'));
        return this.decide('mail', session, address.address, done);
      },
      onRcptTo: (address, session, done) => this.decide('rcpt', session, address.address, done),
      onData: (stream, session, done) => {
        // A client that goes away in the middle of a message has sent none.
        this.receive(stream, session, done).catch((error: unknown) => done(refusal(451, String(error))));
      },
      // After STARTTLS nobody hears the plain socket anymore, so its end is told here.
      onClose: ({ remotePort }) => void this.byPort.delete(remotePort),
    });
    server.on('error', () => undefined); // clients that go away are what the tests are about
    return server;
  }

  private ask(step: SinkStep, port: number, subject?: string): SinkAnswer {
    const connection = this.byPort.get(port)?.number ?? 0;
    return this.script({ step, connection, accepted: this.messages.length, subject });
  }

  private decide(
    step: SinkStep,
    session: SMTPServerSession,
    subject: string | undefined,
    done: (error?: Error | null) => void,
  ): void {
    const answer = this.ask(step, session.remotePort, subject);
    if (answer === 'drop') return void this.byPort.get(session.remotePort)?.socket.destroy();
    if (typeof answer === 'object' && 'code' in answer) return done(refusal(answer.code, answer.text));
    if (typeof answer === 'object' && 'afterMs' in answer) return void setTimeout(done, answer.afterMs);
    return done();
  }

  private async receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null, message?: string) => void,
  ): Promise<void> {
    const { remotePort } = session;
    const answer = this.ask('data', remotePort);
    if (answer === 'drop') return void this.byPort.get(remotePort)?.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array)); // no encoding is set: octets
    if (typeof answer === 'object' && 'code' in answer) return done(refusal(answer.code, answer.text));
    if (typeof answer === 'object' && 'afterMs' in answer)
      await new Promise((resolve) => setTimeout(resolve, answer.afterMs));
    await this.keep(Buffer.concat(chunks), session);
    done(null, `OK: queued as sink-${this.messages.length}`);
    if (answer === 'accept-and-close') setTimeout(() => this.byPort.get(remotePort)?.socket.end(), FLUSH_MS);
  }

  private async keep(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    this.messages.push({
      envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
      raw: raw.toString('utf8'),
      mail: await PostalMime.parse(raw),
      secure: session.secure,
      user: typeof session.user === 'string' ? session.user : undefined,
    });
    for (const settle of [...this.waiting]) settle();
  }
}

const scriptOf = (behaviour: SinkBehaviour | SinkScript): SinkScript =>
  typeof behaviour === 'function' ? behaviour : SINK_BEHAVIOURS[behaviour];

const refusal = (responseCode: number, text: string): Error & { readonly responseCode: number } =>
  Object.assign(new Error(text), { responseCode });

function trickle(socket: Socket, everyMs: number): void {
  socket.write('220 sink ESMTP\r\n250-');
  const timer = setInterval(() => socket.write('x'), everyMs);
  socket.resume().once('close', () => clearInterval(timer));
}
