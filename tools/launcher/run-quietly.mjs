import { spawn } from 'node:child_process';
import { Problem } from './terminal.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program to its end, keeping what it prints for the case that it fails.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, failure: string }} options `failure`: the sentence that follows the output
 * @returns {Promise<void>}
 * @throws Problem when the program cannot be run or ends with another code than 0
 */
export function runQuietly(program, args, { cwd, env, failure }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    /** @type {NodeJS.Signals | undefined} */
    let told;
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      told = signal;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const finish = () => {
      for (const signal of SIGNALS) process.removeListener(signal, pass);
    };
    child.once('error', (error) => {
      finish();
      reject(new Problem(failure, error.message));
    });
    child.once('close', (code) => {
      finish();
      if (told) return void process.kill(process.pid, told); // ends us the way the signal would have
      if (code === 0) return resolve();
      reject(new Problem(failure, output));
    });
  });
}
