import 'reflect-metadata';

export { start as run } from './start.js';
