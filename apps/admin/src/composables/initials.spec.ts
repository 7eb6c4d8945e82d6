import { expect, it } from 'vitest';
import { initialsOf } from './initials';

it.each([
  ['Anna Berg', 'AB'],
  ['  ada ', 'A'],
  ['José María de la Cruz', 'JC'],
  ['', ''],
])('shortens the name %j to %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
