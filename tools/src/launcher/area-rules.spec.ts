import { areaProblems, importsOf } from '../../launcher/area-rules.mjs';

describe('what a file imports', () => {
  it('is found whether by value, as a type, again exported or lazily, and packages are left out', () => {
    const text = `
      import { a } from '../roles/role.js';
      import type { B } from './session.js';
      export * from '../../platform/core/id.js';
      const later = () => import('./later.js');
      import { Injectable } from '@nestjs/common';`;
    expect(importsOf('people/sessions/a.ts', text).map(({ to }) => to)).toEqual([
      'people/roles/role.ts',
      'people/sessions/session.ts',
      'platform/core/id.ts',
      'people/sessions/later.ts',
    ]);
  });
});

describe('the areas of the backend', () => {
  it('may import lower ones, and folders beside them in one direction', () => {
    const imports = [
      { from: 'contact/inbox/a.ts', to: 'people/roles/b.ts' },
      { from: 'people/users/a.ts', to: 'people/roles/b.ts' },
      { from: 'email/outbox/admin/a.ts', to: 'email/outbox/b.ts' },
      { from: 'email/outbox/b.ts', to: 'email/outbox/admin/a.ts' },
      { from: 'app.module.ts', to: 'contact/inbox/a.ts' },
    ];
    expect(areaProblems(imports)).toEqual([]);
  });

  it.each([
    ['platform/settings/a.ts', 'contact/contact/b.ts'],
    ['platform/http/a.ts', 'email/outbox/b.ts'],
    ['people/roles/a.ts', 'contact/inbox/b.ts'],
    ['platform/audit/a.ts', 'app.module.ts'],
    ['contact/inbox/a.ts', 'testing/b.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(areaProblems([{ from, to }])).toEqual([expect.stringContaining(`${from} imports ${to}`)]);
  });

  it('may not have folders that import each other, however long the way round', () => {
    const circle = [
      { from: 'people/users/a.ts', to: 'people/roles/b.ts' },
      { from: 'people/roles/b.ts', to: 'people/links/c.ts' },
      { from: 'people/links/c.ts', to: 'people/users/d.ts' },
    ];
    const beside = [{ from: 'people/authors/e.ts', to: 'people/users/a.ts' }];
    const problems = areaProblems([...circle, ...beside]);
    expect(problems).toEqual([expect.stringMatching(/^people\/links, people\/roles, people\/users import/)]);
    expect(problems[0]).not.toContain('authors');
  });
});
