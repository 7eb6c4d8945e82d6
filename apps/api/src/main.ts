import 'reflect-metadata';
import { start } from './start.js';

await start();
