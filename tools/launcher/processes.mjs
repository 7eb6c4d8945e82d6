import { spawn } from 'node:child_process';

/** Children that have not stopped after this time are killed: the backend's longest notice, and what it gives requests. */
const STOP_LIMIT_MS = 90_000;

/** @typedef {{ readonly type: string, readonly [key: string]: unknown }} Message */
/** @typedef {{ readonly name: string, readonly code: number }} Ending */

/** A process ended that should have gone on. It has printed why. */
export class ProcessEnded extends Error {
  /** @param {Ending} ending */
  constructor({ name, code }) {
    super(`${name} ended with code ${code}`);
    this.name = 'ProcessEnded';
    this.exitCode = code || 1;
  }
}

/** One Node process of ours, with a message channel; it stops automatically when the channel breaks. */
class OurProcess {
  /** @type {import('node:child_process').ChildProcess} */
  #child;
  /** @type {Message[]} */
  #messages = [];
  #told = false;

  /**
   * @param {string} name
   * @param {string} script
   * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
   */
  constructor(name, script, { cwd, env }) {
    this.name = name;
    this.#child = spawn(process.execPath, [script], {
      cwd,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (/** @type {Message} */ message) => this.#messages.push(message));
    this.#child.on('error', () => undefined); // a send that comes too late; 'exit' tells the rest
    /** @type {Promise<Ending>} */
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve({ name, code: code ?? (signal ? 1 : 0) }));
    });
  }

  /** Whether its end is wanted. */
  get isTold() {
    return this.#told;
  }

  /**
   * The first message of a type.
   * @param {string} type
   * @returns {Promise<Message>}
   * @throws ProcessEnded when the process ends before it sends one
   */
  message(type) {
    const waiting = new Promise((/** @type {(message: Message) => void} */ resolve) => {
      const look = () => {
        const found = this.#messages.find((message) => message.type === type);
        if (!found) return;
        this.#child.removeListener('message', look);
        resolve(found);
      };
      this.#child.on('message', look);
      look();
    });
    const ended = this.ended.then((ending) => {
      throw new ProcessEnded(ending);
    });
    return Promise.race([waiting, ended]);
  }

  /** @param {Message} message */
  send(message) {
    if (this.#child.connected) this.#child.send(message);
  }

  /**
   * Tells it to stop, once, and waits; kills it when it does not.
   * @param {number} limitMs
   */
  async stop(limitMs = STOP_LIMIT_MS) {
    if (!this.#told) this.#child.kill('SIGTERM');
    this.#told = true;
    const timer = setTimeout(() => {
      process.stderr.write(`\n${this.name} didn't stop in time and was killed.\n`);
      this.#child.kill('SIGKILL');
    }, limitMs);
    await this.ended;
    clearTimeout(timer);
  }
}

/** The processes of one start, which run and stop together. */
export class ProcessGroup {
  /** @type {OurProcess[]} */
  #processes = [];
  /** @type {(ending: Ending) => void} */
  #report = () => undefined;
  /**
   * The first end that nobody asked for.
   * @type {Promise<Ending>}
   */
  unexpectedEnd = new Promise((resolve) => {
    this.#report = resolve;
  });

  /**
   * @param {string} name
   * @param {string} script
   * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
   */
  start(name, script, options) {
    const started = new OurProcess(name, script, options);
    this.#processes.push(started);
    void started.ended.then((ending) => {
      if (!started.isTold) this.#report(ending);
    });
    return started;
  }

  /** Stops all: first the newest, so that nothing loses what it relies on, then the one before it, and so on. */
  async stop() {
    const giveUpAt = Date.now() + STOP_LIMIT_MS;
    for (const one of [...this.#processes].reverse()) await one.stop(Math.max(giveUpAt - Date.now(), 0));
  }
}
