import { expect } from '@jest/globals';
import type { Answer } from './http.js';

/** Every answer has the status and, to the letter, the body; and no more than the body. */
export function expectAnswer(answer: Answer, status: number, body: unknown): void {
  expect({ status: answer.status, body: answer.json() }).toEqual({ status, body });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['set-cookie']).toBeUndefined();
}
